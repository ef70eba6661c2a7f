// Numbers as a lesson writes them: the same as `lessons/number.rs`.

/**
 * Whole numbers below a billion in full, others to four digits, large ones by a power of ten.
 * @param {number} number
 */
export function written(number) {
  if (Number.isNaN(number)) return "unknown";
  if (!Number.isFinite(number)) return "too large to write";
  const size = Math.abs(number);
  if (size < 1e9 && Math.abs(number - Math.round(number)) < 1e-9) return Math.round(number).toLocaleString("en");
  if (size >= 1e6) {
    const power = Math.floor(Math.log10(size));
    return `${(number / 10 ** power).toFixed(2)} x 10^${power}`;
  }
  if (size >= 1000) return Math.round(number).toLocaleString("en");
  const digits = 3 - Math.floor(Math.log10(Math.max(size, 0.001)));
  const text = number.toFixed(Math.max(digits, 0));
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

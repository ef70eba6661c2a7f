// Progress: which questions were answered, and how. It is kept in the browser, and nowhere else.

const KEY = "outplay.learn";
const VERSION = 1;

/**
 * What is kept of a question: the last answer, the misconception it follows from, how often it was tried, and whether it was ever right.
 * @typedef {{ answer: string, misconception: string | null, tries: number, right: boolean }} Kept
 */

/** @returns {{ version: number, lessons: Record<string, Record<string, Kept>> }} */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "");
    if (kept?.version === VERSION && typeof kept.lessons === "object") return kept;
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
  return { version: VERSION, lessons: {} };
}

function write(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still shows lessons.
  }
}

/**
 * What is kept of a question, if anything is.
 * @param {string} lesson
 * @param {string} question
 * @returns {Kept | undefined}
 */
export const answer = (lesson, question) => all().lessons[lesson]?.[question];

/**
 * Keeps an answer.
 * @param {string} lesson
 * @param {string} question
 * @param {string} text
 * @param {string | null} misconception null if the answer is right or not known
 * @param {boolean} right
 */
export function keep(lesson, question, text, misconception, right) {
  const kept = all();
  const before = kept.lessons[lesson]?.[question];
  kept.lessons[lesson] ??= {};
  kept.lessons[lesson][question] = {
    answer: text, misconception, tries: (before?.tries ?? 0) + 1, right: right || before?.right === true,
  };
  write(kept);
}

/** All that is kept, as the content of a file. */
export const exported = () => `${JSON.stringify(all(), null, 2)}\n`;

/**
 * Takes progress from a file: what was right there or here is right.
 * @param {string} text
 */
export function imported(text) {
  let other = null;
  try {
    other = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (other?.version !== VERSION || typeof other.lessons !== "object") throw new Error("This file is no progress of these lessons.");
  const kept = all();
  for (const [lesson, questions] of Object.entries(other.lessons)) {
    kept.lessons[lesson] ??= {};
    for (const [question, one] of Object.entries(questions)) {
      if (!kept.lessons[lesson][question]?.right) kept.lessons[lesson][question] = one;
    }
  }
  write(kept);
}

/** Forgets everything. */
export function forget() {
  write({ version: VERSION, lessons: {} });
}

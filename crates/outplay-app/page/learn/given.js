// Lessons as the server, or a folder of static files, gives them.

/** @type {Map<string, any>} what was read already */
const read = new Map();

/**
 * A lesson by its name, or the list, which is called `index`. Whatever goes wrong is an error with a sentence.
 * @param {string} name
 */
export async function given(name) {
  const file = `lessons/${encodeURIComponent(name)}.json`;
  let answer;
  try {
    answer = await (await fetch(file)).json();
  } catch {
    if (read.has(name)) return read.get(name);
    throw new Error(`The lesson “${name}” cannot be read: is the server still running?`);
  }
  if (answer.error) throw new Error(answer.error);
  read.set(name, answer);
  return answer;
}

/** Whether there is a server that searches and plays: not where lessons are files of a folder. */
export const hasServer = () => document.documentElement.dataset.static === undefined;

/**
 * The address of a lesson.
 * @param {string} name
 */
export const address = (name) => `#learn/${encodeURIComponent(name)}`;

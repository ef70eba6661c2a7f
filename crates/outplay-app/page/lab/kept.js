// Answers of a quiz that survive a reload: they are kept in the browser, by the quiz they belong to.

const KEY = "outplay.quiz";
// So many quizzes are remembered; the oldest are forgotten first.
const MOST = 30;

function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** What was filled in, if anything was. */
export const restored = (quiz) => all().find(([name]) => name === quiz)?.[1] ?? null;

/** Keeps what is filled in; nothing forgets it. */
export function keepAnswers(quiz, answers) {
  const others = all().filter(([name]) => name !== quiz).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(answers ? [...others, [quiz, answers]] : others));
  } catch {
    // A browser that keeps nothing still marks a quiz.
  }
}

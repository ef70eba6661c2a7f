// Questions to the server.

// Longer requests are not read.
const LONGEST = 250_000;

// The answer to a request; whatever goes wrong is an error with a sentence.
export async function ask(part, request) {
  const body = JSON.stringify(request);
  if (body.length > LONGEST) throw new Error(`This text has ${body.length} characters, and the lab reads at most ${LONGEST}.`);
  let answer;
  try {
    const response = await fetch(`/api/lab/${part}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    answer = await response.json();
  } catch {
    throw new Error("The server does not answer: is it still running?");
  }
  if (answer.error) throw new Error(answer.error);
  return answer;
}

// Runs questions one after the other, and forgets those that are out of date: `latest(work)` calls `work` and
// resolves to what it gives, or to nothing if there was a later call.
export function latest() {
  let turn = 0;
  return async (work) => {
    const mine = ++turn;
    try {
      const answer = await work();
      return mine === turn ? { answer } : {};
    } catch (error) {
      return mine === turn ? { error: error.message } : {};
    }
  };
}

// The connection to the server: questions with one answer, and searches with events.
//
// The server remembers nothing about a game, so that a lost connection costs nothing: it is opened again with the next question.

export class Socket {
  constructor(onState) {
    this.onState = onState;
    this.next = 1;
    this.waiting = new Map(); // questions by number
    this.search = null; // { id, onEvent }
    this.ready = null;
    this.closed = false;
  }

  // One question, one answer. Rejects with what the server says is wrong.
  async ask(ask, body = {}) {
    const id = this.next++;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    await this.#send(id, { ...body, id, ask });
    return answer;
  }

  // A search. The one before is over; `onEvent` gets every event, and the answer at last.
  async begin(ask, body, onEvent) {
    const id = this.next++;
    this.search = { id, onEvent };
    await this.#send(id, { ...body, id, ask });
    return id;
  }

  // Ends the search, if there is one.
  stop() {
    if (!this.search) return;
    this.search = null;
    this.ask("stop").catch(() => {});
  }

  close() {
    this.closed = true;
    this.ready?.then((socket) => socket.close(), () => {});
  }

  async #send(id, message) {
    try {
      const socket = await this.#open();
      socket.send(JSON.stringify(message));
    } catch {
      this.#fail(id, "the server does not answer");
    }
  }

  #open() {
    this.ready ??= new Promise((resolve, reject) => {
      const scheme = location.protocol === "https:" ? "wss:" : "ws:";
      const socket = new WebSocket(`${scheme}//${location.host}/socket`);
      socket.onopen = () => {
        this.onState(true);
        resolve(socket);
      };
      socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
      socket.onclose = () => {
        this.ready = null;
        reject(new Error("closed"));
        if (this.closed) return;
        for (const id of [...this.waiting.keys()]) this.#fail(id, "the connection was lost");
        const { search } = this;
        this.search = null;
        this.onState(false);
        search?.onEvent({ error: "the connection was lost" });
      };
    });
    return this.ready;
  }

  #hear(message) {
    const question = this.waiting.get(message.id);
    if (question) {
      this.waiting.delete(message.id);
      if ("error" in message) question.reject(new Error(message.error));
      else question.resolve(message);
    } else if (this.search && message.id === this.search.id) {
      this.search.onEvent(message);
    }
  }

  #fail(id, what) {
    this.waiting.get(id)?.reject(new Error(what));
    this.waiting.delete(id);
    if (this.search?.id === id) this.search.onEvent({ error: what });
  }
}

// The page's end of the line to the machine: messages there, answers and reports back.

const PATIENCE = 10000; // milliseconds without an answer after which a machine counts as stuck
const INTERVAL = 2000;

/** Start the machine in a worker. A worker made from a blob is bound by the page's content policy. */
export function workerPort(script) {
  const blob = new Blob([`import ${JSON.stringify(script)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(blob), { type: "module" });
}

export class Link {
  /** Listen to a port; `reports` are functions by the kind of message. */
  constructor(port, reports) {
    this.port = port;
    this.reports = reports;
    this.asked = 0;
    this.answers = new Map();
    port.onmessage = ({ data }) => this.take(data);
    port.onerror = (event) => reports.failed({ words: event.message || "the machine cannot start" });
  }

  take(data) {
    if (data.kind !== "answer") {
      this.reports[data.kind](data);
      return;
    }
    const { resolve, reject } = this.answers.get(data.number);
    this.answers.delete(data.number);
    if (data.refused === undefined) resolve(data.value);
    else reject(new Error(data.refused));
  }

  /** Tell the machine something. */
  tell(kind, given = [], moved = []) {
    this.port.postMessage({ kind, given }, moved);
  }

  /** Ask the machine; the promise is kept once it answers. */
  ask(kind, ...given) {
    const number = ++this.asked;
    this.port.postMessage({ kind, number, given });
    return new Promise((resolve, reject) => this.answers.set(number, { resolve, reject }));
  }

  /** Stop the machine for good if it does not answer; only a worker can be stopped. */
  watch(stuck, { patience = PATIENCE, interval = INTERVAL } = {}) {
    let asked = 0;
    let isWaiting = false;
    const timer = setInterval(() => {
      if (document.hidden) {
        asked = performance.now();
      } else if (!isWaiting) {
        isWaiting = true;
        asked = performance.now();
        this.ask("ping").then(() => (isWaiting = false));
      } else if (performance.now() - asked > patience) {
        clearInterval(timer);
        this.port.terminate?.();
        stuck();
      }
    }, interval);
  }
}

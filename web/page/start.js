// How a page in a folder reaches its machine and its scripts; a page in one file has another form of this.
import { workerPort } from "./link.js";

const address = (name) => new URL(name, import.meta.url).href;

/** Start the machine; return the port to it. */
export function connect(config) {
  const worker = workerPort(address("worker.js"));
  worker.postMessage({ config });
  return worker;
}

/** Return the address of the loudspeaker's script. */
export const soundScript = () => address("sound-worklet.js");

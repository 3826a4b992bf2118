// How a page in one file reaches its machine. For pages from the disk browsers start no worker from a blob, but one
// from a data address; it gets the page's files, and makes modules of the texts among them.
const { files, modules } = globalThis.agiPage;

const dataAddress = (script) => `data:text/javascript,${encodeURIComponent(script)}`;

/** Start the machine; return the port to it. */
export function connect(config) {
  const worker = new Worker(dataAddress(modules["blobs.js"] + modules["single-worker.js"]), { type: "module" });
  worker.postMessage({ config, files, modules }, Object.values(files));
  return worker;
}

/** Return the address of the loudspeaker's script: a worklet of a page from the disk may come from no blob. */
export const soundScript = () => dataAddress(modules["sound-worklet.js"]);

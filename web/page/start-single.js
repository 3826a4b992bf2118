// How a page in one file reaches its machine: it runs in the page itself, since browsers start no module workers for
// pages from the disk.
import { bootFrom } from "./boot.js";
import { startMachine } from "./machine.js";

const HOST = "https://page.invalid/"; // names the files that Pyodide asks for; nothing is fetched from there
const { file, module } = globalThis.agiPage;

const typeOf = (name) => (name.endsWith(".wasm") ? "application/wasm" : name.endsWith("js") ? "text/javascript" : "application/octet-stream");

/** Return the address of a file: a module's must be a blob, others are answered by `fetch` below. */
function found(name) {
  if (name.endsWith(".mjs")) return URL.createObjectURL(new Blob([file(name)], { type: typeOf(name) }));
  return HOST + name;
}

/** Start the machine; return the port to it. */
export function connect(config) {
  globalThis.fetch = async (asked) => {
    const name = String(asked.url ?? asked).replace(HOST, "");
    const content = file(name);
    return content ? new Response(content, { headers: { "content-type": typeOf(name) } }) : new Response(null, { status: 404 });
  };
  const { port1, port2 } = new MessageChannel();
  startMachine(port2, bootFrom(found, config.pyodide), async (name) => file(name), config).catch((error) =>
    port2.postMessage({ kind: "failed", words: String(error.message ?? error).trim().split("\n").pop() }));
  return port1;
}

/** Return the address of the loudspeaker's script: a worklet of a page from the disk may come from no blob. */
export const soundScript = () => `data:text/javascript,${encodeURIComponent(module("sound-worklet.js"))}`;

// The machine in a worker: the page stays calm whatever a game does.
import { bootFrom } from "./boot.js";
import { startMachine } from "./machine.js";

const address = (name) => new URL(name, import.meta.url).href;

async function fetched(name) {
  const response = await fetch(address(name));
  if (!response.ok) throw new Error(`${name} cannot be loaded (${response.status}): upload the whole folder again`);
  return response.arrayBuffer();
}

self.onmessage = async ({ data: { config } }) => {
  try {
    await startMachine(self, bootFrom(address, config.pyodide), fetched, config);
  } catch (error) {
    self.postMessage({ kind: "failed", words: String(error.message ?? error).trim().split("\n").pop() });
  }
};

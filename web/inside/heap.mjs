// Makes the memory of a Python that has started: node heap.mjs PYODIDE FOLDER IMPORTED OUT. FOLDER holds python_stdlib.zip,
// player.bin and the libraries, IMPORTED names modules, with commas, that Python has imported. A page starts with this
// memory instead of starting Python. Prints the names of all modules in it.
import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { withLibraries } from "../page/boot.js";
import { unpack } from "../page/machine.js";

const SHORTEST = 256; // words of zeros that are left out

const [pyodideFolder, folder, imported, out] = process.argv.splice(1).slice(1);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const { default: create } = await import(`${pyodideFolder}/pyodide.asm.mjs`);
// The same files make the same memory: chance, time and the path of this file would be in it.
const env = { PYTHONHASHSEED: "0" };
Date.now = performance.now = () => 0;
crypto.randomFillSync = (array) => array.fill(0);
const python = await loadPyodide({
  indexURL: `${pyodideFolder}/`,
  stdLibURL: `${folder}/python_stdlib.zip`,
  createPyodideModule: withLibraries(create, (name) => `${folder}/${name}`),
  env,
  _makeSnapshot: true,
});
unpack(python, new Uint8Array(gunzipSync(readFileSync(`${folder}/player.bin`))));
const modules = python.runPython(`
import gc, sys, zipimport
sys.path.insert(0, "/player")
import one_core
import ${imported}
names = " ".join(sys.modules)
# The page has a smaller archive of modules.
zipimport._zip_directory_cache.clear()
sys.path_importer_cache.clear()
gc.collect()
# What was let go is still there, and takes room in the file: lay zeros over it.
zeros = [bytes(size) for size in (1 << 19, 1 << 16, 1 << 12, 1 << 10) for _ in range((1 << 21) // size)]
del zeros
names`);
console.log(modules);
const { HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET } = python._module;
// How functions are called depends on the browser: boot.js puts it back.
HEAP32[(__PyRuntime + HEAP32[__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4] = 0;
writeFileSync(out, packed(python.makeMemorySnapshot()));

/** Leave out runs of zeros: the length, a number of parts, where each begins and ends, the parts. boot.js lays them out. */
function packed(memory) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.byteLength / 4);
  const bounds = [];
  let end = -SHORTEST;
  for (let at = 0; at < words.length; at++) {
    if (words[at] === 0) continue;
    if (at - end >= SHORTEST) bounds.push(4 * at, 0);
    end = at + 1;
    bounds[bounds.length - 1] = 4 * end;
  }
  const parts = [new Uint32Array([memory.byteLength, bounds.length / 2, ...bounds])].map((each) => new Uint8Array(each.buffer));
  for (let part = 0; part < bounds.length; part += 2) parts.push(memory.subarray(bounds[part], bounds[part + 1]));
  return Buffer.concat(parts);
}

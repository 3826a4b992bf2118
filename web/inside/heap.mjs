// Makes the memory of a Python that has started: node heap.mjs PYODIDE LIBRARY IMPORTED OUT. IMPORTED names modules, with
// commas, that it has imported. A page starts with it instead of starting Python.
import crypto from "node:crypto";
import { writeFileSync } from "node:fs";

const [pyodideFolder, library, imported, out] = process.argv.splice(1).slice(1);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
// The same files make the same memory: chance, time and the path of this file would be in it.
const env = { PYTHONHASHSEED: "0" };
Date.now = performance.now = () => 0;
crypto.randomFillSync = (array) => array.fill(0);
const python = await loadPyodide({ indexURL: `${pyodideFolder}/`, stdLibURL: library, env, _makeSnapshot: true });
python.runPython(`
import ${imported}
import gc
gc.collect()
# What was let go is still there, and takes room in the file: lay zeros over it.
zeros = [bytes(size) for size in (1 << 19, 1 << 16, 1 << 12, 1 << 10) for _ in range((1 << 21) // size)]
del zeros, gc`);
const { HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET } = python._module;
// How functions are called depends on the browser: boot.js puts it back.
HEAP32[(__PyRuntime + HEAP32[__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4] = 0;
writeFileSync(out, python.makeMemorySnapshot());

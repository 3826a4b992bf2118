// Compares the core in WebAssembly with recordings: node check.mjs PYODIDE WHEEL XXHASH CALL. CALL is JSON: the name of
// a function of check.py, its arguments, and folders to see at /given/NAME. Prints what the function returns.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [pyodideFolder, wheel, xxhash, call] = process.argv.slice(2);
const { name, given, folders } = JSON.parse(call);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodideFolder}/` });
const mount = (at, root) => {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
};
python.FS.writeFile("core.zip", readFileSync(wheel));
mount("/xxhash", xxhash);
mount("/inside", fileURLToPath(new URL(".", import.meta.url)));
mount("/project/tests", fileURLToPath(new URL("../../tests", import.meta.url)));
for (const [at, root] of Object.entries(folders)) mount(`/given/${at}`, root);
try {
  python.runPython(`
import shutil, sys
shutil.unpack_archive("core.zip", "/core", "zip")
sys.path[:0] = ["/core", "/xxhash", "/inside/stand_ins", "/inside", "/project"]
import check`);
  console.log(python.globals.get("check")[name](...given.map((each) => python.toPy(each))));
} catch (error) {
  console.error(String(error.message).slice(-4000));
  process.exitCode = 1;
}

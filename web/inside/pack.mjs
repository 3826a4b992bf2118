// Runs pack.py in Pyodide: node pack.mjs PYODIDE LIBRARY OWN PLAN OUT_LIBRARY OUT_OWN. PLAN is a JSON file.
import { readFileSync, writeFileSync } from "node:fs";

const [pyodideFolder, library, own, plan, outLibrary, outOwn] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodideFolder}/` });
python.FS.writeFile("library.zip", readFileSync(library));
python.FS.writeFile("own.zip", readFileSync(own));
python.runPython(readFileSync(new URL("pack.py", import.meta.url), "utf8"));
python.globals.get("main")(readFileSync(plan, "utf8"));
writeFileSync(outLibrary, python.FS.readFile("packed-library.zip"));
writeFileSync(outOwn, python.FS.readFile("packed-own.zip"));

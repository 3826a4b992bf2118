// Starts Pyodide with files that the page has, or that lie beside it; nothing else is fetched.
const LOCK = { packages: {} };

/** Return a function that starts Pyodide; `found` are addresses by file name. */
export function bootFrom(found, info) {
  return async (progress) => {
    const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
      import(found("pyodide.mjs")),
      import(found("pyodide.asm.mjs")),
    ]);
    progress(0.4);
    const python = await loadPyodide({
      indexURL: new URL(".", found("pyodide.asm.wasm")).href,
      stdLibURL: found("python_stdlib.zip"),
      createPyodideModule,
      lockFileContents: { ...LOCK, info },
    });
    progress(0.8);
    return python;
  };
}

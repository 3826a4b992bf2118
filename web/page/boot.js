// Starts Pyodide with files that the page has, or that lie beside it; nothing else is fetched.
const LOCK = { packages: {} };

/** Return what gzip has packed. Hosts may take files of that name for something else, so ours have others. */
export const unpacked = (response) => new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** Where Python keeps how it calls functions; browsers differ in what they can do there. */
const trampoline = (module) => (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;

/** Return a function that starts Pyodide; `found` are addresses by file name. */
export function bootFrom(found, info) {
  return async (progress) => {
    const [{ loadPyodide }, { default: create }, heap] = await Promise.all([
      import(found("pyodide.mjs")),
      import(found("pyodide.asm.mjs")),
      fetch(found("heap.bin")).then(unpacked),
    ]);
    progress(0.4);
    let way;
    const python = await loadPyodide({
      indexURL: new URL(".", found("pyodide.asm.wasm")).href,
      stdLibURL: found("python_stdlib.zip"),
      createPyodideModule: async (settings) => {
        const module = await create(settings);
        way = module.HEAP32[trampoline(module)];
        return module;
      },
      _loadSnapshot: Promise.resolve(heap),
      lockFileContents: { ...LOCK, info },
    });
    python._module.HEAP32[trampoline(python._module)] = way;
    progress(0.8);
    return python;
  };
}

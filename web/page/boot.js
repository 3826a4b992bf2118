// Starts Pyodide with files that the page has, or that lie beside it; nothing else is fetched.
const LOCK = { packages: {} };

/** Return what gzip has packed. Hosts may take files of that name for something else, so ours have others. */
export const unpacked = (response) => new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** Where Python keeps how it calls functions; browsers differ in what they can do there. */
const trampoline = (module) => (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;

/**
 * The libraries that Python's memory uses. They are linked before Python starts, as they were when it was made, so that
 * their data and functions lie where they lay then.
 */
const LIBRARIES = ["/player/agi_emu/_core/core.abi3.so", "/player/xxhash/_xxhash.so"];

/** Return what makes Pyodide's module with the libraries in it; `found` gives their addresses by file name. */
export const withLibraries = (create, found) => (settings) => {
  const { locateFile } = settings;
  settings.dynamicLibraries = LIBRARIES;
  settings.locateFile = (name) => (LIBRARIES.includes(name) ? found(`${name.split("/").pop()}.wasm`) : locateFile(name));
  return create(settings);
};

/** Return the memory of a Python that has started: its length, a number of parts, where each begins and ends, the parts. */
function memoryOf(packed) {
  const [length, count] = new Uint32Array(packed, 0, 2);
  const bounds = new Uint32Array(packed, 8, 2 * count);
  const memory = new Uint8Array(length);
  let at = 8 + bounds.byteLength;
  for (let part = 0; part < bounds.length; part += 2) {
    const size = bounds[part + 1] - bounds[part];
    memory.set(new Uint8Array(packed, at, size), bounds[part]);
    at += size;
  }
  return memory;
}

/** Return a function that starts Pyodide; `found` are addresses by file name. */
export function bootFrom(found, info) {
  return async (progress) => {
    const [{ loadPyodide }, { default: create }, heap] = await Promise.all([
      import(found("pyodide.mjs")),
      import(found("pyodide.asm.mjs")),
      fetch(found("heap.bin")).then(unpacked),
    ]);
    progress(0.4);
    const memory = memoryOf(heap);
    let way;
    const python = await loadPyodide({
      indexURL: new URL(".", found("pyodide.asm.wasm")).href,
      stdLibURL: found("python_stdlib.zip"),
      createPyodideModule: async (settings) => {
        const module = await withLibraries(create, found)(settings);
        module.growMemory(memory.length);
        way = module.HEAP32[trampoline(module)];
        return module;
      },
      _loadSnapshot: Promise.resolve(memory),
      lockFileContents: { ...LOCK, info },
    });
    python._module.HEAP32[trampoline(python._module)] = way;
    progress(0.8);
    return python;
  };
}

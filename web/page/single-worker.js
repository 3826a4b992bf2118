// The machine of a page in one file, in a worker. The page puts blobs.js before it.
const HOST = "https://page.invalid/"; // names the files that Pyodide asks for; nothing is fetched from there

const typeOf = (name) => (name.endsWith(".wasm") ? "application/wasm" : name.endsWith("js") ? "text/javascript" : "application/octet-stream");

self.onmessage = async ({ data: { config, files, modules } }) => {
  const addressOf = blobsOf((name) => modules[name]);
  // A module's address must be a blob; others are answered here.
  const found = (name) =>
    (name.endsWith(".mjs") ? URL.createObjectURL(new Blob([files[name]], { type: typeOf(name) })) : HOST + name);
  self.fetch = async (asked) => {
    const name = String(asked.url ?? asked).replace(HOST, "");
    const content = files[name];
    return content ? new Response(content, { headers: { "content-type": typeOf(name) } }) : new Response(null, { status: 404 });
  };
  try {
    const [{ bootFrom }, { startMachine }] = await Promise.all([import(addressOf("boot.js")), import(addressOf("machine.js"))]);
    await startMachine(self, bootFrom(found, config.pyodide), async (name) => files[name], config);
  } catch (error) {
    self.postMessage({ kind: "failed", words: String(error.message ?? error).trim().split("\n").pop() });
  }
};

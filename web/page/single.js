// Loads the modules of a page in one file: each is text in the page and becomes a blob that imports blobs.
const unpacked = async (element) => {
  const packed = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  element.remove();
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
};
const kept = new Map();
for (const element of document.querySelectorAll("script[id^='file:'], script[id^='module:']")) {
  kept.set(element.id, await unpacked(element));
}
const addresses = new Map();
const module = (name) => new TextDecoder().decode(kept.get(`module:${name}`));
const address = (name) => {
  if (!addresses.has(name)) {
    const linked = module(name).replace(/(from |import )"\.\/([\w-]+\.js)"/g, (_, word, other) => `${word}"${address(other)}"`);
    addresses.set(name, URL.createObjectURL(new Blob([linked], { type: "text/javascript" })));
  }
  return addresses.get(name);
};
globalThis.agiPage = { file: (name) => kept.get(`file:${name}`), module };
await import(address("page.js"));

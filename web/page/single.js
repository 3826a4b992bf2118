// Loads a page in one file: everything is text in it, the modules too. The page's policy lets only what this script
// starts run, and nothing that stands in the page beside it.
const unpacked = async (element) => {
  const packed = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  element.remove();
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
};
const [files, modules] = [{}, {}];
for (const element of document.querySelectorAll("script[id^='file:'], script[id^='module:']")) {
  const [, kind, name] = /^(\w+):(.*)$/.exec(element.id);
  if (kind === "file") files[name] = await unpacked(element);
  else modules[name] = new TextDecoder().decode(await unpacked(element));
}
globalThis.agiPage = { files, modules };
const first = document.createElement("script");
first.type = "module";
first.src = blobsOf((name) => modules[name])(document.getElementById("loader").dataset.first);
document.body.append(first);

// Modules as text become blobs that import blobs: in a page of one file, and again in its worker, since browsers let a
// worker of a page from the disk import only blobs that it has made itself.

/** Return a function that gives the address of a module by its name; `textOf` gives its text. */
function blobsOf(textOf) {
  const made = new Map();
  const addressOf = (name) => {
    if (!made.has(name)) {
      const linked = textOf(name).replace(/(from |import )"\.\/([\w-]+\.js)"/g, (_, word, other) => `${word}"${addressOf(other)}"`);
      made.set(name, URL.createObjectURL(new Blob([linked], { type: "text/javascript" })));
    }
    return made.get(name);
  };
  return addressOf;
}

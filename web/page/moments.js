// Saves: moments with their pictures, the game's own savegames, and both as files.

export class Moments {
  /** `play` is called once a save is loaded: it gives the game back to the player. */
  constructor(elements, link, store, screen, note, play) {
    Object.assign(this, { elements, link, store, screen, note, play });
    elements.save.addEventListener("click", () => this.save());
    elements.uploadOpen.addEventListener("click", () => elements.upload.click());
    elements.upload.addEventListener("change", () => this.load(elements.upload.files[0]));
  }

  /** Keep this moment with its picture. */
  async save() {
    await this.trying(async () => {
      const data = await this.link.ask("save", "saved in a browser");
      const words = await this.link.ask("describe", data);
      await this.store.keepMoment({ data, words, time: Date.now(), picture: await this.screen.thumbnail() });
      this.note("saved");
      await this.list();
    });
  }

  async load(file) {
    if (!file) return;
    await this.takeUp(new Uint8Array(await file.arrayBuffer()));
    this.elements.upload.value = "";
  }

  /** Continue from a save. */
  async takeUp(data) {
    await this.trying(async () => {
      this.note(await this.link.ask("load", data));
      this.play();
    });
  }

  /** List everything again. */
  async list() {
    const { list, diskList } = this.elements;
    list.replaceChildren(...(await Promise.all((await this.store.moments()).map((moment) => this.momentItem(moment)))));
    const names = await this.link.ask("diskFiles");
    diskList.replaceChildren(...names.map((name) => this.diskItem(name)));
    if (!names.length) diskList.append(item("none yet"));
  }

  async momentItem(moment) {
    const made = item();
    const canvas = document.createElement("canvas");
    const picture = await createImageBitmap(moment.picture);
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const when = new Date(moment.time).toLocaleString();
    made.append(canvas, text(moment.words), text(when));
    button(made, "Continue", `Continue ${moment.words}, ${when}`, () => this.takeUp(moment.data));
    button(made, "Download", `Download ${moment.words}, ${when}`, () => download(moment.data, "moment.agistate"));
    button(made, "Delete", `Delete ${moment.words}, ${when}`, async () => {
      await this.store.forget(moment.id);
      await this.list();
    });
    return made;
  }

  diskItem(name) {
    const made = item(name);
    button(made, "Download", `Download ${name}`, () =>
      this.trying(async () => download(await this.link.ask("diskFile", name), name)));
    return made;
  }

  async trying(work) {
    try {
      await work();
    } catch (error) {
      this.note(error.message);
    }
  }
}

function item(words = "") {
  const made = document.createElement("li");
  made.append(words);
  return made;
}

function text(words) {
  const made = document.createElement("div");
  made.textContent = words;
  return made;
}

function button(parent, label, description, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.setAttribute("aria-label", description);
  made.addEventListener("click", act);
  parent.append(made, " ");
}

function download(data, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

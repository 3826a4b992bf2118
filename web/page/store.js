// What the browser keeps, by game: the machine's disk of savegames, and moments with their pictures.

const NAME = "agi-emu";
const VERSION = 1;

const kept = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Store {
  /** Open the store of a game; `digest` is the game's. A browser that keeps nothing gets a store that forgets. */
  static async open(digest) {
    const store = new Store();
    store.digest = digest;
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("disks");
        request.result.createObjectStore("moments", { keyPath: "id", autoIncrement: true }).createIndex("game", "game");
      };
      store.database = await kept(request);
    } catch {
      store.database = null;
    }
    return store;
  }

  table(name, mode) {
    return this.database.transaction(name, mode).objectStore(name);
  }

  async disk() {
    return this.database ? (await kept(this.table("disks", "readonly").get(this.digest))) ?? "" : "";
  }

  async keepDisk(text) {
    if (this.database) await kept(this.table("disks", "readwrite").put(text, this.digest));
  }

  /** Return the moments of the game, newest first. */
  async moments() {
    if (!this.database) return [];
    return (await kept(this.table("moments", "readonly").index("game").getAll(this.digest))).reverse();
  }

  async keepMoment(moment) {
    if (!this.database) throw new Error("this browser keeps nothing: download the save instead");
    return kept(this.table("moments", "readwrite").add({ ...moment, game: this.digest }));
  }

  async forget(id) {
    await kept(this.table("moments", "readwrite").delete(id));
  }
}

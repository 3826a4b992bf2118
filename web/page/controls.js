// The bar: pause, speed, volume, rewind, full screen, and what opens and closes. It lies over a wide window's picture.

const AWAKE = 3000; // milliseconds that the menu's button is seen after the mouse has moved
const REMEMBERED = ["look", "tube", "volume"];
const SPEEDS = [["1/4", 0.25], ["1/2", 0.5], ["1", 1], ["2", 2], ["4", 4], ["8", 8]];

/** Offer speeds in a list; `chosen` is told which one is. */
export function fillSpeeds(list, chosen) {
  for (const [label, value] of SPEEDS) list.append(new Option(`${label}×`, value, value === 1, value === 1));
  list.addEventListener("change", () => chosen(Number(list.value)));
}

export class Controls {
  constructor(find, link, { restarted }) {
    this.find = find;
    this.link = link;
    this.isPaused = true;
    this.isHidden = document.hidden;
    fillSpeeds(find("speed"), (speed) => link.tell("pace", [speed]));
    find("volume").addEventListener("input", (event) => link.tell("volume", [Number(event.target.value)]));
    find("pause").addEventListener("click", () => { this.pause(!this.isPaused); this.focus(); });
    find("restart").addEventListener("click", () => { link.tell("restart"); restarted(); this.focus(); });
    find("full").addEventListener("click", () => this.toggleFull());
    find("menu-open").addEventListener("click", () => this.showMenu(find("menu-open").ariaExpanded === "false"));
    find("room").addEventListener("click", (event) => {
      if (event.target.closest("section")) return;
      this.showMenu(false);
      this.focus();
    });
    document.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.wake());
    this.holdToRewind(find("back"));
    document.addEventListener("visibilitychange", () => {
      this.isHidden = document.hidden;
      this.run();
    });
  }

  /** Pause, or play on. */
  pause(isPaused) {
    this.isPaused = isPaused;
    for (const id of ["pause", "replay-pause"]) {
      this.find(id).textContent = isPaused ? "Continue" : "Pause";
      this.find(id).setAttribute("aria-pressed", String(isPaused));
    }
    this.run();
  }

  /** Let the machine run unless it is paused, or nobody sees the page. */
  run() {
    this.link.tell("run", [!this.isPaused && !this.isHidden]);
  }

  /** Give the game the keyboard. */
  focus() {
    this.find("keys").focus({ preventScroll: true });
  }

  holdToRewind(button) {
    const go = (goes) => this.link.tell("rewind", [goes]);
    button.addEventListener("pointerdown", () => go(true));
    for (const end of ["pointerup", "pointerleave", "pointercancel", "blur", "keyup"]) button.addEventListener(end, () => go(false));
    button.addEventListener("keydown", (event) => { if (event.code === "Space" || event.code === "Enter") go(true); });
  }

  async toggleFull() {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen?.();
    this.focus();
  }

  /** Show the whole bar, or what the window has room for. */
  showMenu(isShown) {
    this.find("player").classList.toggle("menu", isShown);
    this.find("menu-open").ariaExpanded = isShown;
  }

  /** Show for a while how to get at the bar. */
  wake() {
    this.find("player").classList.add("awake");
    clearTimeout(this.asleep);
    this.asleep = setTimeout(() => this.find("player").classList.remove("awake"), AWAKE);
  }

  /** Choose what was chosen when this browser last had such a page; keep what is chosen from now on. */
  remember() {
    for (const field of REMEMBERED.map(this.find)) {
      const [name, part] = [`agi-emu.${field.id}`, field.type === "checkbox" ? "checked" : "value"];
      try {
        const kept = JSON.parse(localStorage.getItem(name));
        if (kept !== null) {
          field[part] = kept;
          for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind));
        }
        field.addEventListener("change", () => localStorage.setItem(name, JSON.stringify(field[part])));
      } catch {
        // A page from the disk, or in the frame of another one, may have nothing that it can keep.
      }
    }
  }

  /** Offer looks over the picture, and that of a picture tube. */
  offerLooks(looks, screen) {
    this.find("look").append(...looks.map((name) => new Option(name)));
    this.find("look").addEventListener("change", (event) => this.link.tell("look", [event.target.value]));
    this.find("tube").addEventListener("change", (event) => {
      screen.isTube = event.target.checked;
      screen.draw();
    });
  }

  /** Let a button open and close a section, which `opened` fills; return what closes it. */
  opens(buttonId, sectionId, opened = () => {}) {
    const [button, section] = [this.find(buttonId), this.find(sectionId)];
    const show = (isShown) => {
      section.hidden = !isShown;
      button.setAttribute("aria-expanded", String(isShown));
      if (isShown) opened(section);
    };
    button.addEventListener("click", () => show(section.hidden));
    return () => show(false);
  }
}

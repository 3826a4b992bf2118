// A recording: where it stands, going anywhere in it, and how its ticks compare with what was recorded.

const TICKS_PER_SECOND = 20;

export class Timeline {
  constructor(elements, link, controls) {
    Object.assign(this, { elements, link, controls });
    this.status = null;
    this.isSeeking = false;
    elements.whole.hidden = false;
    elements.tick.addEventListener("input", () => this.seek(Number(elements.tick.value)));
    elements.step.addEventListener("click", () => this.stepBy(1));
    elements.stepBack.addEventListener("click", () => this.stepBy(-1));
    elements.toDifference.addEventListener("click", () => this.goToDifference());
    elements.takeOver.addEventListener("click", () => this.takeOver());
    elements.pause.addEventListener("click", () => controls.pause(!controls.isPaused));
    elements.showState.addEventListener("click", () => this.toggleState());
    addEventListener("hashchange", () => this.followAddress());
  }

  /** Show where the recording stands. */
  show(status) {
    this.status = status;
    const { tick, place, compared, takeOver, toDifference, ofPlayer } = this.elements;
    tick.max = status.ticks;
    if (!this.isSeeking) tick.value = status.tick;
    const seconds = (status.tick / TICKS_PER_SECOND).toFixed(2);
    place.textContent = `tick ${status.tick} of ${status.ticks}, ${seconds} s, cycle ${status.cycle}`;
    compared.classList.toggle("different", status.difference !== null);
    compared.textContent = status.joined ? "you play" : comparison(status);
    takeOver.hidden = status.joined;
    toDifference.hidden = status.difference === null || status.joined;
    for (const button of ofPlayer) button.hidden = !status.joined;
    if (!this.elements.state.hidden && this.controls.isPaused) this.showState();
  }

  /** Go to the tick of the address (#tick=), if it has one. */
  async followAddress() {
    const found = /^#tick=(\d+)$/.exec(location.hash);
    if (!found) return;
    this.controls.pause(true);
    await this.seek(Number(found[1]));
  }

  /** Go to a tick. */
  async seek(tick) {
    this.isSeeking = true;
    await this.link.ask("seek", tick);
    this.isSeeking = false;
    this.show(this.status);
    this.keepAddress();
  }

  /** Go to the first tick that differs from the recording. */
  async goToDifference() {
    this.controls.pause(true);
    await this.seek(this.status.difference[0]);
  }

  async stepBy(cycles) {
    this.controls.pause(true);
    await this.link.ask("step", cycles);
    this.keepAddress();
  }

  /** Put the tick into the address, so that it can be shared. */
  keepAddress() {
    if (this.status && this.controls.isPaused) history.replaceState(null, "", `#tick=${this.status.tick}`);
  }

  async takeOver() {
    await this.link.ask("takeOver");
    history.replaceState(null, "", location.pathname + location.search);
    this.controls.pause(false);
    this.controls.focus();
  }

  async toggleState() {
    const { state, showState } = this.elements;
    state.hidden = !state.hidden;
    showState.setAttribute("aria-expanded", String(!state.hidden));
    if (!state.hidden) {
      this.controls.pause(true);
      await this.showState();
    }
  }

  async showState() {
    const { variables, flags, objects } = await this.link.ask("state");
    const { state } = this.elements;
    const names = objects.length ? Object.keys(objects[0]) : [];
    state.replaceChildren(
      heading("Variables"), table(variables.map(([number, name, value]) => [`v${number}`, value, name])),
      heading("Flags"), table(flags.map(([number, name]) => [`f${number}`, name])),
      heading("Objects"), table([names, ...objects.map((each) => names.map((name) => each[name]))]),
    );
  }
}

function comparison({ compared, equal, difference }) {
  if (difference) return `first difference at tick ${difference[0]}: ${difference[1]}`;
  return compared ? `${equal} of ${compared} ticks as recorded` : "";
}

function heading(words) {
  const made = document.createElement("h2");
  made.textContent = words;
  return made;
}

/** Return a table of rows of texts. */
export function table(rows) {
  const made = document.createElement("table");
  for (const cells of rows) {
    const row = made.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
  return made;
}

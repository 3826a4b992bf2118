// The machine: Pyodide with the package in it, and the clock. It talks to the page over a port: in a worker that is the
// worker itself, in a page without one a channel.
import { unpacked } from "./boot.js";

const BEATS_PER_SECOND = 60;
const LONGEST_LAG = 250; // milliseconds that are caught up with; after a longer one time continues from now
const TURN = 4; // milliseconds between two looks at the clock
const SOUND_TARGET = 0.07; // seconds of sound that wait for the loudspeaker
const LARGEST_TRIM = 0.005; // of the length of a beat, to keep what waits at that
const TRIM_PER_SECOND = 0.25;
const STRIDE = 100; // ticks that a recording is moved at a time
const MOST_BEATS = 100000; // a turn ends long before

/** Let the other messages be taken. */
const others = () => new Promise((resolve) => setTimeout(resolve));

/** Start the machine of a page: `files` gives contents by name, `boot` starts Pyodide. */
export async function startMachine(port, boot, files, config) {
  const send = (kind, content = {}, moved = []) => port.postMessage({ kind, ...content }, moved);
  const python = await boot((part) => send("progress", { part }));
  unpack(python, new Uint8Array(await unpacked(new Response(await files("player.bin")))));
  for (const [path, name] of Object.entries(config.files)) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
    python.FS.writeFile(path, new Uint8Array(await files(name)));
  }
  send("progress", { part: 0.9 });
  const machine = new Machine(python, send, config);
  port.onmessage = ({ data }) => machine.take(data);
  send("loaded");
}

/** Write files that stand behind each other: the length of an index, the index as JSON, the files. */
export function unpack(python, all) {
  const start = 4 + new DataView(all.buffer).getUint32(0, true);
  for (const [name, [first, end]] of Object.entries(JSON.parse(new TextDecoder().decode(all.subarray(4, start))))) {
    const path = `/player/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, all.subarray(start + first, start + end));
  }
}

/** Copy what Python passes to JavaScript, without the proxy. */
const copied = (proxy) => proxy.toJs();

class Machine {
  constructor(python, send, config) {
    Object.assign(this, { python, send, config });
    this.player = null;
    this.speed = 1;
    this.isPaused = true;
    this.goesBack = false;
    this.due = 0;
    this.held = null; // samples that wait for the loudspeaker, smoothed
    this.rate = 0;
    this.loudspeaker = null;
    this.status = null;
    this.reported = "";
    this.isBusy = false;
    this.seeking = null;
  }

  async take({ kind, number, given = [] }) {
    try {
      const value = await this[kind](...given);
      if (number) this.send("answer", { number, value });
    } catch (error) {
      const words = lastLine(error);
      if (number) this.send("answer", { number, refused: words });
      else this.fail(words);
    }
  }

  fail(words) {
    clearInterval(this.timer);
    this.send("failed", { words });
  }

  /** Switch on; `disk` is what the page kept of the savegames. */
  open(disk) {
    const host = {
      show: (pixels, colours, width, side) => {
        const [shown, palette] = [copied(pixels), copied(colours)];
        this.send("frame", { pixels: shown, colours: palette, width, side }, [shown.buffer, palette.buffer]);
      },
      hear: (samples) => this.hear(copied(samples)),
      tell: (words) => this.send("words", { words }),
      keep: (text) => this.send("disk", { text }),
    };
    if (this.config.sides) {
      this.player = this.python.pyimport("web.machine_side.beside").open_pair(host, JSON.stringify(this.config.sides));
    } else if (this.config.recording) {
      this.player = this.python.pyimport("web.machine_side.recorded").open_recorded(host, "/game.zip", "/recording.agirec");
    } else {
      const given = JSON.stringify(this.config.machine);
      this.player = this.python.pyimport("web.machine_side.player").open_player(host, "/game.zip", given, disk);
    }
    this.timer = setInterval(() => this.turn(), TURN);
    this.report();
    return { heap: this.python._module.HEAPU8.length };
  }

  /** Play the beats that are due. */
  turn() {
    if (this.isPaused || this.isBusy) return;
    try {
      const now = performance.now();
      const beat = (1000 / (BEATS_PER_SECOND * this.speed)) * (1 + this.trim());
      if (now - this.due > LONGEST_LAG) this.due = now - beat;
      const beats = Math.floor((now - this.due) / beat);
      if (beats < 1) return;
      this.due += beats * beat;
      if (this.goesBack) this.back();
      else this.player.turn(beats);
      this.report();
      if (this.player.is_over && !this.isOver) this.send("over");
      this.isOver = this.player.is_over;
    } catch (error) {
      this.fail(lastLine(error));
    }
  }

  /** Go back in time, every other time that a beat is due: four times as fast as the game went forward. */
  back() {
    this.isOdd = !this.isOdd;
    if (this.isOdd) this.player.back();
  }

  /** Tell the page where a recording stands. */
  report() {
    if (!this.config.recording && !this.config.sides) return;
    const text = this.player.status();
    if (text === this.reported) return;
    this.reported = text;
    this.status = JSON.parse(text);
    this.send("status", { status: this.status });
  }

  run(runs) {
    this.isPaused = !runs;
    this.due = performance.now();
  }

  pace(speed) {
    this.speed = speed;
    this.player.pace(speed);
    this.due = performance.now();
  }

  look(name) { this.player.look(name); }

  // Input

  press(...given) { this.player.press(...given); }
  release(code) { this.player.release(code); }
  typed(text) { this.player.typed(text); }
  paste(text) { this.player.paste(text); }
  tap(name) { this.player.tap(name); }
  letGo() { this.player.let_go(); }
  point(...given) { this.player.point(...given); }
  rewind(goes) { this.goesBack = goes; }
  words() { return JSON.parse(this.player.words()); }

  // Saves

  save(description) { return this.taken(this.player.save(description)); }
  diskFiles() { return this.taken(this.player.disk.names); }
  diskFile(name) { return this.taken(this.player.disk.file(name)); }
  restart() { this.player.restart(); }

  load(data) {
    const bytes = this.python.toPy(data);
    try {
      return this.player.load(bytes);
    } finally {
      bytes.destroy();
    }
  }

  describe(data) {
    const bytes = this.python.toPy(data);
    try {
      return this.python.pyimport("web.machine_side.player").describe(bytes);
    } finally {
      bytes.destroy();
    }
  }

  taken(proxy) {
    const value = proxy.toJs();
    proxy.destroy();
    return value;
  }

  // Recordings. What takes long goes step by step, so that other messages are answered in between.

  /** Move to the end of a tick; a later call changes where the one under way goes. */
  async seek(tick) {
    this.target = tick;
    this.seeking ??= this.withoutTime(async () => {
      while (this.target !== null) {
        const goal = this.target;
        const here = this.status.tick;
        const next = goal > here ? Math.min(goal, here + STRIDE) : goal;
        this.player.seek(next);
        this.report();
        if (next === goal && this.target === goal) this.target = null;
        await others();
      }
      this.seeking = null;
    });
    await this.seeking;
  }

  step(cycles) { this.player.step(cycles); this.report(); }
  takeOver() { this.player.take_over(); this.report(); }
  state() { return JSON.parse(this.player.state()); }

  /** Play a recording to its end, as fast as the computer can; return where it stands then. */
  async playAll() {
    await this.withoutTime(async () => {
      while (!this.player.is_over) {
        this.player.turn(MOST_BEATS);
        this.report();
        await others();
      }
    });
    return this.status;
  }

  /** Do something while no time passes for the machine. */
  async withoutTime(work) {
    this.isBusy = true;
    try {
      await work();
    } finally {
      this.isBusy = false;
      this.due = performance.now();
    }
  }

  // Sound

  /** Play through a port that takes samples and says how many of them wait. */
  sound(port, rate) {
    this.loudspeaker = port;
    this.rate = rate;
    port.onmessage = ({ data }) => {
      this.held = this.held === null ? data : this.held + (data - this.held) / 8;
    };
    this.player.sound.open(rate);
  }

  volume(volume) { this.player.sound.volume = volume; }

  hear(samples) {
    const block = samples.slice();
    this.loudspeaker.postMessage(block, [block.buffer]);
  }

  /** Return the fraction by which beats should be longer, so that neither too many nor too few samples wait. */
  trim() {
    if (this.held === null || this.speed !== 1) return 0;
    const surplus = this.held / this.rate - SOUND_TARGET;
    return Math.max(-LARGEST_TRIM, Math.min(LARGEST_TRIM, surplus * TRIM_PER_SECOND));
  }

  /** Answer the watchdog: the beats played so far. */
  ping() { return this.player.beats; }
}

/** Return the last line of an error: of a traceback that is what went wrong. */
function lastLine(error) {
  const lines = String(error.message ?? error).trim().split("\n");
  return lines[lines.length - 1].replace(/^[\w.]*Error: /, "");
}

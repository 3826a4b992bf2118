// The monitor: pixels of any adapter as palette indices, as large as the room for them, in the proportions of a 4:3 tube.

// The game's screen, in which clicks and masks count.
const WIDTH = 320;
const HEIGHT = 200;
const MOST_COLOURS = 256;
const SHAPE = 3 / 4; // height of the picture for its width
const LIT = 0.6; // of a line of a picture tube: the rest is a dark gap
const LEAST_LINE = 2; // dots, below which there are no gaps
const ENOUGH = 0.95; // of the width that there is room for: then pixels are a whole number of dots wide
// Alpha, blue, green, red.
const MARK = 0xff2828ff;
const DARK = 0xff000000;
const DARKER = 0x003f3f3f;

const holds = ([x, y, width, height], column, row) => column >= x && column < x + width && row >= y && row < y + height;

export class Screen {
  /** Show pictures on a canvas that fills `stage`; `room` gives the width and height that it may have, else what is around does. */
  constructor(canvas, stage, room) {
    const around = room ? document.documentElement : stage.parentElement;
    room ??= () => ({ width: around.clientWidth, height: around.clientHeight });
    Object.assign(this, { canvas, stage, room });
    this.context = canvas.getContext("2d", { alpha: false });
    this.frames = 0;
    this.scale = 1;
    this.isTube = false;
    this.colours = new Uint32Array(MOST_COLOURS);
    this.measure(WIDTH, HEIGHT);
    new ResizeObserver(() => this.fit()).observe(around);
  }

  /** Take pictures of a size from now on. */
  measure(width, height) {
    Object.assign(this, { width, height });
    this.image = new ImageData(width, height);
    this.cells = new Uint32Array(this.image.data.buffer);
    this.small = new OffscreenCanvas(width, height);
    this.fit();
  }

  /** Show a picture: a palette index for each pixel, red, green, blue of each colour, and how wide it is. */
  show(pixels, colours, width) {
    if (width !== this.width || pixels.length !== this.cells.length) this.measure(width, pixels.length / width);
    for (let i = 0; 3 * i < colours.length; i++) {
      this.colours[i] = 0xff000000 | (colours[3 * i + 2] << 16) | (colours[3 * i + 1] << 8) | colours[3 * i];
    }
    for (let i = 0; i < pixels.length; i++) this.cells[i] = this.colours[pixels[i]];
    this.frames++;
    this.draw();
  }

  /** Show in red where two screens differ, apart from `masks`, over a dark picture; return the number of pixels. */
  mark(expected, actual, masks) {
    let count = 0;
    if (actual.cells.length !== this.cells.length) this.measure(actual.width, actual.height);
    const place = (i) => [Math.floor(((i % this.width) * WIDTH) / this.width), Math.floor((Math.floor(i / this.width) * HEIGHT) / this.height)];
    for (let i = 0; i < this.cells.length; i++) {
      const differs = expected.cells[i] !== actual.cells[i] && !masks.some((area) => holds(area, ...place(i)));
      count += differs;
      this.cells[i] = differs ? MARK : DARK | ((actual.cells[i] >>> 2) & DARKER);
    }
    this.draw();
    return count;
  }

  /** Take as much room as there is, in dots of the display; whole pixels where that leaves little free. */
  fit() {
    const room = this.room();
    const dots = devicePixelRatio;
    const most = Math.max((Math.min(room.width, room.height / SHAPE) * dots) / this.width, 1 / this.width);
    const scale = Math.floor(most) >= ENOUGH * most ? Math.floor(most) : most;
    this.scale = scale;
    this.canvas.width = Math.floor(this.width * scale);
    this.canvas.height = Math.round(this.width * scale * SHAPE);
    this.stage.style.width = `${this.canvas.width / dots}px`;
    this.stage.style.height = `${this.canvas.height / dots}px`;
    this.draw();
  }

  draw() {
    this.small.getContext("2d").putImageData(this.image, 0, 0);
    // Of whole pixels rows differ by one dot at most, and none is blurred. Others are drawn larger by whole numbers
    // and then shrunk: all look equally wide, and only their edges are soft.
    const isWhole = Number.isInteger(this.scale);
    this.context.imageSmoothingEnabled = this.isTube || !isWhole;
    this.context.drawImage(isWhole || this.isTube ? this.small : this.enlarged(), 0, 0, this.canvas.width, this.canvas.height);
    const line = this.canvas.height / this.height;
    if (!this.isTube || line < LEAST_LINE) return;
    this.context.fillStyle = "#0006";
    for (let y = 0; y < this.height; y++) {
      const gap = Math.round((y + LIT) * line);
      this.context.fillRect(0, gap, this.canvas.width, Math.round((y + 1) * line) - gap);
    }
  }

  /** Return the picture in whole dots a pixel, at least as large as it is shown. */
  enlarged() {
    const factors = [this.canvas.width / this.width, this.canvas.height / this.height].map(Math.ceil);
    const large = new OffscreenCanvas(factors[0] * this.width, factors[1] * this.height);
    const context = large.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.drawImage(this.small, 0, 0, large.width, large.height);
    return large;
  }

  /** Return the pixel of the screen at a place of the window. */
  pixelAt(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const within = (value, most) => Math.max(0, Math.min(most - 1, Math.floor(value * most)));
    return [within((clientX - box.left) / box.width, WIDTH), within((clientY - box.top) / box.height, HEIGHT)];
  }

  /** Return a small picture of what is shown, as a Blob. */
  thumbnail() {
    const small = new OffscreenCanvas(WIDTH / 2, (WIDTH / 2) * SHAPE);
    small.getContext("2d").drawImage(this.small, 0, 0, small.width, small.height);
    return small.convertToBlob({ type: "image/png" });
  }

  /** Return a number that stands for what is shown: equal pictures have equal ones. */
  digest() {
    return this.cells.reduce((sum, cell) => (Math.imul(sum, 31) + cell) | 0, 0);
  }
}

// The monitor: pixels as palette indices, scaled by whole numbers, in the proportions of a 4:3 tube.

const WIDTH = 320;
const HEIGHT = 200;
const MOST_COLOURS = 256;
const TALLER = 6 / 5; // a pixel is as much taller than wide
// Alpha, blue, green, red.
const MARK = 0xff2828ff;
const DARK = 0xff000000;
const DARKER = 0x003f3f3f;

const holds = ([x, y, width, height], column, row) => column >= x && column < x + width && row >= y && row < y + height;

/** The room for a picture that has the window to itself. */
function wholeWindow() {
  const inFull = document.fullscreenElement !== null;
  return { width: document.documentElement.clientWidth - (inFull ? 0 : 16), height: innerHeight - (inFull ? 0 : 64) };
}

export class Screen {
  /** Show pictures on a canvas that fills `stage`; `room` gives the width and height that it may have. */
  constructor(canvas, stage, room = wholeWindow) {
    Object.assign(this, { canvas, stage, room });
    this.context = canvas.getContext("2d", { alpha: false });
    this.frames = 0;
    this.scale = 1;
    this.image = new ImageData(WIDTH, HEIGHT);
    this.cells = new Uint32Array(this.image.data.buffer);
    this.colours = new Uint32Array(MOST_COLOURS);
    this.small = new OffscreenCanvas(WIDTH, HEIGHT);
    addEventListener("resize", () => this.fit());
    document.addEventListener("fullscreenchange", () => this.fit());
    this.fit();
  }

  /** Show a picture: a palette index for each pixel, and red, green, blue of each colour. */
  show(pixels, colours) {
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
    for (let i = 0; i < this.cells.length; i++) {
      const differs = expected.cells[i] !== actual.cells[i] && !masks.some((area) => holds(area, i % WIDTH, Math.floor(i / WIDTH)));
      count += differs;
      this.cells[i] = differs ? MARK : DARK | ((actual.cells[i] >>> 2) & DARKER);
    }
    this.draw();
    return count;
  }

  /** Take as much room as there is: the width by a whole number, the height by the nearest to 4:3. */
  fit() {
    const room = this.room();
    const dots = devicePixelRatio;
    const fits = (scale) => scale * WIDTH <= room.width * dots && scale * HEIGHT * TALLER <= room.height * dots;
    let scale = 1;
    while (fits(scale + 1)) scale++;
    this.scale = scale;
    this.canvas.width = WIDTH * scale;
    this.canvas.height = Math.round(HEIGHT * scale * TALLER);
    this.stage.style.width = `${this.canvas.width / dots}px`;
    this.stage.style.height = `${this.canvas.height / dots}px`;
    this.draw();
  }

  draw() {
    // Whole pixels first, then the height: rows differ by one dot at most, and none is blurred.
    this.small.getContext("2d").putImageData(this.image, 0, 0);
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(this.small, 0, 0, this.canvas.width, this.canvas.height);
  }

  /** Return the pixel of the screen at a place of the window. */
  pixelAt(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const within = (value, most) => Math.max(0, Math.min(most - 1, Math.floor(value * most)));
    return [within((clientX - box.left) / box.width, WIDTH), within((clientY - box.top) / box.height, HEIGHT)];
  }

  /** Return a small picture of what is shown, as a Blob. */
  thumbnail() {
    const small = new OffscreenCanvas(WIDTH / 2, Math.round((HEIGHT * TALLER) / 2));
    small.getContext("2d").drawImage(this.small, 0, 0, small.width, small.height);
    return small.convertToBlob({ type: "image/png" });
  }

  /** Return a number that stands for what is shown: equal pictures have equal ones. */
  digest() {
    return this.cells.reduce((sum, cell) => (Math.imul(sum, 31) + cell) | 0, 0);
  }
}

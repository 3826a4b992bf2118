// The loudspeaker: plays samples as they come; silence until enough have come together, and again after a gap.

const START = 0.07; // seconds that wait before they flow
const MOST = 0.3; // seconds; what is more is left out
const REPORT = 16; // blocks of 128 samples between two reports
const FULL = 32768;

class Loudspeaker extends AudioWorkletProcessor {
  constructor() {
    super();
    this.queue = [];
    this.at = 0;
    this.held = 0;
    this.flows = false;
    this.blocks = 0;
    this.gaps = 0;
    this.peak = 0;
    this.port.onmessage = ({ data }) => {
      this.machine = data;
      data.onmessage = ({ data: samples }) => this.take(samples);
    };
  }

  take(samples) {
    this.queue.push(samples);
    this.held += samples.length;
    while (this.held > MOST * sampleRate) this.drop();
    if (this.held >= START * sampleRate) this.flows = true;
  }

  drop() {
    this.held -= this.queue.shift().length - this.at;
    this.at = 0;
  }

  process(_inputs, [[out]]) {
    if (this.flows) this.play(out);
    if (++this.blocks % REPORT === 0) {
      if (this.flows) this.machine?.postMessage(this.held);
      this.port.postMessage({ blocks: this.blocks, gaps: this.gaps, held: this.held, peak: this.peak });
    }
    return true;
  }

  play(out) {
    for (let i = 0; i < out.length; i++) {
      if (!this.queue.length) {
        this.flows = false;
        this.gaps++;
        return;
      }
      out[i] = this.queue[0][this.at] / FULL;
      this.peak = Math.max(this.peak, out[i]);
      this.held--;
      if (++this.at === this.queue[0].length) {
        this.queue.shift();
        this.at = 0;
      }
    }
  }
}

registerProcessor("agi-sound", Loudspeaker);

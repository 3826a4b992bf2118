// Sound: the machine's samples go straight to an AudioWorklet; this opens it, which a page may do only after a click.

/** Open the loudspeaker and give the machine a port to it. */
export async function openSound(link, script) {
  const context = new AudioContext({ latencyHint: "interactive" });
  // A beat has a whole number of samples at these rates; others are resampled by the browser.
  await context.audioWorklet.addModule(script);
  const node = new AudioWorkletNode(context, "agi-sound", { numberOfInputs: 0, outputChannelCount: [1] });
  node.connect(context.destination);
  const channel = new MessageChannel();
  node.port.postMessage(channel.port1, [channel.port1]);
  link.tell("sound", [channel.port2, context.sampleRate], [channel.port2]);
  const heard = { blocks: 0 };
  node.port.onmessage = ({ data }) => Object.assign(heard, data);
  return { context, heard };
}

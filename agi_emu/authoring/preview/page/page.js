"use strict";
// Lists what the server says there is, and asks for all of it again after each build.
const by = (id) => document.getElementById(id);
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const drawnSvg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const label = (each) => each.name || String(each.number);
let contents = null;
let chosen = null; // number of the picture that is shown large
let layer = "colours";
let steps = [];
let playing = 0;
let loops = []; // what is animated: canvas, image, cels

async function read() {
  const answer = await fetch("contents.json");
  contents = await answer.json();
  document.title = `${contents.title} - agi-emu preview`;
  by("title").textContent = contents.title;
  by("state").textContent = contents.problems.length ? "The sources have mistakes; this is the last good build."
    : `Build ${contents.revision}; saving a source shows it again.`;
  by("problems").replaceChildren(...contents.problems.map((text) => make("p", {}, text)),
    ...contents.notes.map((text) => make("p", { class: "note" }, text)));
  showPictures();
  showViews();
  showSounds();
  showMap();
  showWords();
  showSaved();
  document.body.dataset.revision = contents.revision;
}

function showPictures() {
  const pictures = contents.pictures || [];
  by("picture-list").replaceChildren(...pictures.map((each) => {
    const image = make("img", { src: `picture/${each.number}/colours.png?v=${contents.revision}`, alt: label(each), loading: "lazy" });
    const button = make("button", { "aria-label": `show picture ${each.number}` }, image);
    button.onclick = () => choose(each.number);
    return make("figure", { "data-number": each.number }, button, make("figcaption", {}, label(each)));
  }));
  const [kind, number] = contents.changed || [];
  const wanted = [kind === "picture" ? number : null, chosen].find((number) => pictures.some((each) => each.number === number));
  const still = wanted ?? (pictures.length ? pictures[0].number : null);
  if (still === null) by("picture").hidden = true;
  else choose(still, { keepStep: still === chosen });
}

// Bring what was saved before the eyes of the one who saved it.
function showSaved() {
  const [kind, number] = contents.changed || [];
  const saved = kind === "picture" ? by("picture") : document.querySelector(`[data-${kind}="${number}"]`);
  if (kind !== "picture") saved?.classList.add("current");
  saved?.scrollIntoView({ block: "nearest" });
}

async function choose(number, { keepStep = false } = {}) {
  const step = Number(by("step").value);
  const wasAtEnd = step >= steps.length - 1;
  stopSteps();
  chosen = number;
  const answer = await fetch(`picture/${number}/steps.json?v=${contents.revision}`);
  if (!answer.ok || chosen !== number) return;
  steps = await answer.json();
  by("picture").hidden = false;
  by("picture-name").textContent = label(contents.pictures.find((each) => each.number === number));
  by("step").max = steps.length - 1;
  by("step").value = keepStep && !wasAtEnd ? Math.min(step, steps.length - 1) : steps.length - 1;
  for (const figure of by("picture-list").children) figure.classList.toggle("current", Number(figure.dataset.number) === number);
  draw();
}

function draw() {
  const step = Number(by("step").value);
  const query = `?step=${step}&v=${contents.revision}`;
  by("drawn").src = `picture/${chosen}/${layer}.png${query}`;
  by("drawn").alt = `picture ${chosen}, ${layer}`;
  const withLines = by("control").checked;
  by("lines").hidden = !withLines;
  if (withLines) by("lines").src = `picture/${chosen}/control.png${query}`;
  document.querySelector(".layers").classList.toggle("dim", withLines);
  by("step-text").textContent = `${step + 1} of ${steps.length}: ${steps[step]}`;
  for (const button of document.querySelectorAll("[data-layer]")) button.setAttribute("aria-pressed", button.dataset.layer === layer);
}

function stopSteps() {
  clearInterval(playing);
  playing = 0;
  by("play-steps").textContent = "Play";
}

by("play-steps").onclick = () => {
  if (playing) return stopSteps();
  const range = by("step");
  if (Number(range.value) >= steps.length - 1) range.value = 0;
  by("play-steps").textContent = "Stop";
  playing = setInterval(() => {
    range.value = Number(range.value) + 1;
    draw();
    if (Number(range.value) >= steps.length - 1) stopSteps();
  }, 80);
};
// A grid of cells where they are large enough, else of ten each way.
function showCells() {
  const zoom = Number(by("zoom").value);
  const cells = zoom < 4 ? 10 : 1;
  document.querySelector(".layers").style.width = zoom === 1 ? "" : `${960 * zoom}px`;
  by("cells").hidden = !by("grid-on").checked;
  const { clientWidth, clientHeight } = by("drawn");
  by("cells").style.backgroundSize = `${(clientWidth * cells) / 160}px ${(clientHeight * cells) / 168}px`;
}
by("zoom").onchange = by("grid-on").onchange = showCells;
document.querySelector(".layers").onmousemove = (event) => {
  const box = by("drawn").getBoundingClientRect();
  const within = (place, most) => Math.max(0, Math.min(most - 1, Math.floor(place * most)));
  const [x, y] = [within((event.clientX - box.left) / box.width, 160), within((event.clientY - box.top) / box.height, 168)];
  by("under-mouse").textContent = `${x},${y}: priority ${y < 48 ? 4 : Math.floor(y / 12) + 1} stands here`;
};
document.querySelector(".layers").onmouseleave = () => (by("under-mouse").textContent = "");
by("step").oninput = () => { stopSteps(); draw(); };
by("control").onchange = draw;
for (const button of document.querySelectorAll("[data-layer]")) button.onclick = () => { layer = button.dataset.layer; draw(); };

function showViews() {
  loops = [];
  by("view-list").replaceChildren(...(contents.views || []).map((view) => {
    const figure = make("figure", { "data-view": view.number });
    view.loops.forEach((cels, number) => {
      if (!cels.length) return;
      const width = 2 * Math.max(...cels.map((cel) => cel.width));
      const height = Math.max(...cels.map((cel) => cel.height));
      const canvas = make("canvas", { width, height, title: `loop ${number}: ${cels.length} cels, ${cels.map((cel) => `${cel.width}x${cel.height}`).join(" ")}` });
      // What is small is shown larger; a pixel is a whole number of dots except in the widest.
      const scale = Math.max(2, Math.min(12, Math.floor(160 / Math.max(width / 2, height)))) * Number(by("view-size").value);
      canvas.style.width = `${Math.min(width * scale, 900)}px`;
      const image = new Image();
      const loop = { canvas, image, count: cels.length, width, height, shown: -1 };
      image.onload = () => { loops.push(loop); show(loop, 0); };
      image.src = `view/${view.number}/${number}.png?v=${contents.revision}`;
      figure.append(canvas);
    });
    const about = view.trouble || view.description;
    figure.append(make("figcaption", {}, about ? `${label(view)}: ${about}` : label(view)));
    return figure;
  }));
}

by("view-size").onchange = showViews;

function show(loop, cel) {
  if (loop.shown === cel) return;
  loop.shown = cel;
  const context = loop.canvas.getContext("2d");
  context.clearRect(0, 0, loop.width, loop.height);
  context.drawImage(loop.image, cel * loop.width, 0, loop.width, loop.height, 0, 0, loop.width, loop.height);
}

function animate(time) {
  const tick = Math.floor(time / Number(by("speed").value));
  for (const loop of loops) show(loop, tick % loop.count);
  requestAnimationFrame(animate);
}

function showSounds() {
  by("sound-list").replaceChildren(...(contents.sounds || []).map((sound) => {
    const player = make("audio", { controls: "", preload: "none", src: `sound/${sound.number}/${by("machine").value}.wav?v=${contents.revision}` });
    return make("tr", { "data-sound": sound.number }, make("th", {}, label(sound)), make("td", {}, `${sound.seconds.toFixed(1)} s`), make("td", {}, player));
  }));
}
by("machine").onchange = showSounds;

function showMap() {
  const map = contents.map || { nodes: [], ways: [], unknown: [] };
  const [width, height, across, down] = [150, 34, 230, 62];
  const place = new Map(map.nodes.map((node) => [node.number, node]));
  const left = (node) => 10 + node.column * across, top = (node) => 24 + node.row * down;
  const nameOf = (number) => contents.logics[number] || `${place.get(number)?.is_room ? "room" : "logic"} ${number}`;
  const svg = drawnSvg("svg", {
    width: 40 + Math.max(0, ...map.nodes.map((node) => left(node) + width + 60)),
    height: 30 + Math.max(0, ...map.nodes.map((node) => top(node) + height)), role: "img", "aria-label": "map of the rooms",
  });
  svg.append(drawnSvg("defs", {}, drawnSvg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" },
    drawnSvg("path", { d: "M0,0 L8,4 L0,8 z" }))));
  const pairs = new Map();
  for (const way of map.ways) {
    const key = `${Math.min(way.start, way.end)}-${Math.max(way.start, way.end)}`;
    pairs.set(key, [...(pairs.get(key) || []), way]);
  }
  for (const ways of pairs.values()) {
    const from = place.get(ways[0].start), to = place.get(ways[0].end);
    const isBoth = ways.length > 1;
    const title = ways.map((way) => `${nameOf(way.start)} to ${nameOf(way.end)}: ${way.places.join(", ")}`).join("\n");
    svg.append(drawnSvg("path", { class: "way", d: curve(left(from), top(from), left(to), top(to), width, height), "marker-end": "url(#arrow)",
      ...(isBoth ? { "marker-start": "url(#arrow)" } : {}) }, drawnSvg("title", {}, title)));
  }
  for (const node of map.nodes) {
    const kind = [node.is_room ? "room" : "logic", node.exists ? "" : "absent"].join(" ");
    const name = nameOf(node.number);
    svg.append(drawnSvg("g", { class: kind }, drawnSvg("title", {}, node.exists ? name : `${name}: the game has no such logic`),
      drawnSvg("rect", { x: left(node), y: top(node), width, height, rx: 6 }),
      drawnSvg("text", { x: left(node) + width / 2, y: top(node) + height / 2 + 5, "text-anchor": "middle" }, name.length > 20 ? `${name.slice(0, 19)}…` : name)));
  }
  by("map-picture").replaceChildren(svg);
  by("map-unknown").textContent = map.unknown.length ? `Leads to a room whose number is computed: ${map.unknown.join(", ")}.` : "";
  by("way-list").replaceChildren(...map.ways.map((way) => make("tr", {}, make("td", {}, nameOf(way.start)), make("td", {}, `to ${nameOf(way.end)}`), make("td", {}, way.places.join(", ")))));
}

// From the side of a box to the side of another; in one column by way of its right.
function curve(x1, y1, x2, y2, width, height) {
  const a = y1 + height / 2, b = y2 + height / 2;
  if (x1 === x2 && y1 === y2) return `M${x1 + width - 40},${y1} c0,-22 30,-22 30,0`;
  if (x1 === x2) return `M${x1 + width},${a} c${20 + Math.abs(b - a) / 4},0 ${20 + Math.abs(b - a) / 4},${b - a} 0,${b - a}`;
  const [start, end] = x1 < x2 ? [x1 + width, x2] : [x1, x2 + width];
  const bend = (end - start) / 2;
  return `M${start},${a} C${start + bend},${a} ${end - bend},${b} ${end},${b}`;
}

function showWords() {
  const wanted = by("word-filter").value.toLowerCase();
  const groups = (contents.words || []).filter((each) => each.words.some((word) => word.includes(wanted)));
  by("word-list").replaceChildren(...groups.map((each) => make("tr", {}, make("td", {}, String(each.group)), make("td", {}, each.words.join(", ")))));
}
by("word-filter").oninput = showWords;

requestAnimationFrame(animate);
const changes = new EventSource("changes");
changes.onmessage = (event) => { if (!contents || Number(event.data) !== contents.revision) read(); };
changes.onerror = () => { by("state").textContent = "The program has ended; start agi-emu preview again."; };

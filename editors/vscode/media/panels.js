/** Shows what the extension sends: each page is chosen by the body's data-page. */
"use strict";

const vscode = acquireVsCodeApi();
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element[key] = value;
  element.append(...children);
  return element;
};
const png = (data) => `data:image/png;base64,${data}`;

function picture() {
  const image = make("img", { alt: "the picture up to the line of the caret" });
  const point = make("div", { className: "point", hidden: true });
  const frame = make("div", { className: "picture" }, image, point);
  const steps = make("input", { type: "range", min: 0, title: "lines that draw" });
  const layer = make("button", { textContent: "priorities" });
  const line = make("code");
  document.body.append(make("div", { className: "bar" }, steps, layer), frame, make("p", {}, line));
  let lines = [];
  frame.onclick = (event) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    vscode.postMessage({ x: Math.floor(((event.clientX - left) / width) * 160), y: Math.floor(((event.clientY - top) / height) * 168) });
  };
  steps.oninput = () => vscode.postMessage({ line: lines[steps.value] });
  layer.onclick = () => {
    const wanted = layer.textContent;
    layer.textContent = wanted === "priorities" ? "colours" : "priorities";
    vscode.postMessage({ layer: wanted });
  };
  return (message) => {
    lines = message.lines;
    image.src = png(message.image);
    steps.max = Math.max(lines.length - 1, 0);
    steps.value = lines.findLastIndex((each) => each <= message.line);
    line.textContent = message.line === null ? "" : `${message.line + 1}: ${message.text.trim()}`;
    point.hidden = !message.point;
    if (message.point) {
      point.style.left = `${((message.point[0] + 0.5) / 160) * 100}%`;
      point.style.top = `${((message.point[1] + 0.5) / 168) * 100}%`;
    }
  };
}

function view() {
  const shown = make("div");
  document.body.append(shown);
  let timer = 0;
  return (message) => {
    clearInterval(timer);
    const loops = (message.loops ?? []).map((cels, number) => {
      const moving = make("img", { alt: `loop ${number} in motion` });
      const still = cels.map((cel, index) => make("figure", {}, make("img", { src: png(cel.image), alt: `cel ${index}` }), make("figcaption", { textContent: `${index}: ${cel.width / 2} x ${cel.height}` })));
      return { cels, moving, row: make("div", {}, make("h3", { textContent: `loop ${number}` }), make("figure", {}, moving), ...still) };
    });
    shown.replaceChildren(make("p", { textContent: message.description ?? "This does not make a view now." }), ...loops.map((each) => each.row));
    let tick = 0;
    const move = () => {
      for (const { cels, moving } of loops) if (cels.length) moving.src = png(cels[tick % cels.length].image);
      tick += 1;
    };
    move();
    timer = setInterval(move, 200);
  };
}

function words() {
  const body = make("tbody");
  const filter = make("input", { placeholder: "words with ...", type: "search" });
  document.body.append(filter, make("table", {}, make("thead", {}, make("tr", {}, make("th", { textContent: "group" }), make("th", { textContent: "words" }))), body));
  let groups = [];
  const show = () =>
    body.replaceChildren(
      ...groups
        .filter((each) => each.words.some((word) => word.includes(filter.value.toLowerCase())))
        .map((each) => make("tr", {}, make("td", { textContent: each.group }), make("td", { textContent: each.words.join(", ") }))),
    );
  filter.oninput = show;
  return (message) => {
    groups = message.words ?? [];
    show();
  };
}

function rooms() {
  const svg = (name, attributes, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const [width, height, across, down] = [130, 26, 190, 44];
  return (message) => {
    const nodes = message.nodes ?? [];
    if (!nodes.length) return document.body.replaceChildren(make("p", { textContent: "No room leads to another, or the game cannot be built now." }));
    const at = new Map(nodes.map((each) => [each.number, [each.column * across + 4, each.row * down + 4]]));
    const ways = message.ways.map(({ start, end }) => {
      const [[x1, y1], [x2, y2]] = [at.get(start), at.get(end)];
      return svg("line", { x1: x1 + width / 2, y1: y1 + height / 2, x2: x2 + width / 2, y2: y2 + height / 2 });
    });
    const boxes = nodes.map(({ number, is_room }) => {
      const [x, y] = at.get(number);
      const name = message.files[number] ?? `${number}`;
      const box = svg("rect", { x, y, width, height, rx: is_room ? 3 : 13 });
      box.addEventListener("click", () => message.files[number] && vscode.postMessage({ open: message.files[number] }));
      return svg("g", {}, box, svg("text", { x: x + 8, y: y + 17 }, name.replace(/\.\w+$/, "").slice(0, 18)));
    });
    const [right, bottom] = [0, 1].map((axis) => Math.max(...[...at.values()].map((each) => each[axis])));
    document.body.replaceChildren(svg("svg", { width: right + width + 8, height: bottom + height + 8 }, ...ways, ...boxes));
  };
}

const show = { picture, view, words, rooms }[document.body.dataset.page]();
window.addEventListener("message", (event) => show(event.data));
vscode.postMessage({ ready: true });

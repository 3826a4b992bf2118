"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  const COLOURS = ["black", "blue", "green", "cyan", "red", "magenta", "brown", "light grey", "dark grey", "light blue",
    "light green", "light cyan", "light red", "light magenta", "yellow", "white"];
  const LARGEST_ZOOM = 6;
  const BLINK_MS = 500;
  const CLOSE_UP = { margin: 4, width: 480, height: 400 };
  const rows = all(".recordings tbody tr");
  const groups = all(".groups tbody tr");
  const sections = all("section.recording");
  const list = one("#list");
  const search = one("#search");
  let zoom = 2;
  let filter = "all";
  let group = "";
  let current = 0;
  root.classList.add("js");

  // The list.

  const shownRows = () => rows.filter((row) => !row.hidden);

  function showRows() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const folds = !words.length && !group && filter === "all";
    let folded = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const isMeant = (filter === "all" || row.dataset.status === filter) && (!group || row.dataset.group === group)
        && words.every((word) => text.includes(word));
      row.hidden = !isMeant || (folds && Boolean(row.dataset.folded));
      folded += isMeant && row.hidden;
    }
    one(".none").hidden = shownRows().length > 0;
    one(".folded").hidden = !folded;
    one(".folded").textContent = `${folded} more are like those above: choose their row in the upper table, or search.`;
    groups.forEach((each) => each.classList.toggle("current", each.dataset.group === group));
    mark(0);
  }

  function chooseGroup(number) {
    group = group === number ? "" : number;
    const row = groups.find((each) => each.dataset.group === group);
    const chosen = one(".chosen");
    chosen.hidden = !row;
    chosen.textContent = row ? `only: ${row.cells[2].textContent}` : "";
    showRows();
  }

  function mark(index) {
    const shown = shownRows();
    current = Math.max(0, Math.min(index, shown.length - 1));
    rows.forEach((row) => row.classList.toggle("current", row === shown[current]));
  }

  // Views: the list, or one recording.

  const openSection = () => sections.find((section) => !section.hidden);

  function show() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const section = (target && target.closest("section.recording")) || (list ? null : sections[0]);
    if (list) list.hidden = Boolean(section);
    sections.forEach((each) => { each.hidden = each !== section; });
    if (target && target !== section && section) {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    } else {
      scrollTo(0, 0);
    }
    if (section && list) {
      mark(shownRows().findIndex((row) => row.dataset.target === section.id));
    }
  }

  function open(row) {
    const link = row && one("a", row);
    if (link) link.click();
  }

  function step(by) {
    const shown = shownRows();
    if (!shown.length) return;
    mark(current + by);
    if (openSection()) {
      open(shown[current]);
    } else {
      shown[current].scrollIntoView({ block: "nearest" });
    }
  }

  function currentMoment() {
    const section = openSection();
    if (!section) return null;
    const moments = all(".moment", section);
    const focused = document.activeElement && document.activeElement.closest(".moment");
    return focused || moments.find((each) => each.getBoundingClientRect().bottom > innerHeight / 4) || moments[0] || null;
  }

  function stepMoment(by) {
    const section = openSection();
    if (!section) return;
    const moments = all(".moment", section);
    const focused = document.activeElement && document.activeElement.closest(".moment");
    const at = focused ? moments.indexOf(focused) + by : 0;
    const next = moments[Math.max(0, Math.min(at, moments.length - 1))];
    if (next) location.hash = encodeURIComponent(next.id);
  }

  // The pictures of a moment.

  const press = (buttons, pressed) => buttons.forEach((each) => each.setAttribute("aria-pressed", String(each === pressed)));

  function setMode(viewer, mode) {
    const button = one(`button[data-mode="${mode}"]`, viewer);
    if (!button) return;
    viewer.dataset.mode = mode;
    viewer.classList.remove("blinked");
    press(all("button[data-mode]", viewer), button);
  }

  function setLayer(viewer, layer) {
    all(".layer", viewer).forEach((each) => each.classList.toggle("shown", each.dataset.layer === String(layer)));
    press(all("button[data-layer]", viewer), one(`button[data-layer="${layer}"]`, viewer));
  }

  function setZoom(value) {
    zoom = Math.max(1, Math.min(value, LARGEST_ZOOM));
    root.style.setProperty("--zoom", zoom);
  }

  // The changed box, cut out and enlarged; a cell of the picture is two pixels wide.
  function setCloseUp(viewer, on) {
    viewer.classList.toggle("is-close-up", on);
    one(".close-up", viewer).setAttribute("aria-pressed", String(on));
    for (const layer of all(".layer[data-edges]", viewer)) {
      const [left, top, right, bottom] = layer.dataset.edges.split(" ").map(Number);
      const image = one("img", layer);
      const [wide, high] = layer.dataset.size.split(" ").map(Number);
      const across = wide / image.naturalWidth;
      const down = high / image.naturalHeight;
      const x = Math.max(0, (left - CLOSE_UP.margin) * across);
      const y = Math.max(0, (top - CLOSE_UP.margin) * down);
      const w = Math.min(wide, (right + 1 + CLOSE_UP.margin) * across) - x;
      const h = Math.min(high, (bottom + 1 + CLOSE_UP.margin) * down) - y;
      const times = Math.max(1, Math.floor(Math.min(CLOSE_UP.width / w, CLOSE_UP.height / h)));
      const values = { x, y, w, h, times, all: wide, rows: high };
      Object.entries(values).forEach(([name, value]) => layer.style.setProperty(`--cut-${name}`, value));
    }
  }

  // The film: each step changes a part of the picture before it.
  function loadFilm(film) {
    const steps = JSON.parse(film.dataset.film);
    const images = steps.map(([, source]) => {
      if (!source) return null;
      const image = new Image();
      image.src = source;
      return image;
    });
    const canvas = one("canvas", film);
    const slider = one(".scrub", film);
    const draw = async () => {
      const last = Number(slider.value);
      await Promise.all(images.slice(0, last + 1).map((image) => image && image.decode()));
      const context = canvas.getContext("2d");
      steps.slice(0, last + 1).forEach(([, , x, y], at) => images[at] && context.drawImage(images[at], x, y));
      one("output", film).textContent = `${steps[last][0]}${steps[last][0] === Number(film.dataset.first) ? " (differs first)" : ""}`;
    };
    slider.addEventListener("input", draw);
    slider.value = steps.findIndex(([tick]) => tick === Number(film.dataset.first));
    draw();
  }
  all(".film").forEach((film) => film.addEventListener("toggle", () => loadFilm(film), { once: true }));

  // Both games, played in a frame: a page beside this one, or one that is packed in this one.
  let unpackedLive = null;
  async function unpackLive(element) {
    const packed = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return URL.createObjectURL(new Blob([await new Response(stream).arrayBuffer()], { type: "text/html" }));
  }

  async function goLive(section, tick) {
    const live = one(".live", section);
    const packed = document.getElementById("live");
    if (packed) unpackedLive ??= unpackLive(packed);
    const address = `${packed ? await unpackedLive : live.dataset.page}#case=${live.dataset.case}&tick=${tick}`;
    const frame = one("iframe", live) || document.createElement("iframe");
    frame.src = address;
    frame.title = "Expected and actual, playing";
    if (!frame.isConnected) live.replaceChildren(frame);
    frame.scrollIntoView({ block: "nearest" });
  }
  for (const section of sections) {
    all(".live button", section).forEach((each) => each.addEventListener("click", () => goLive(section, one(".live", section).dataset.tick)));
    all(".go-live", section).forEach((each) => each.addEventListener("click", () => goLive(section, each.dataset.tick)));
  }

  const pixelsOf = new Map();

  function pixels(image) {
    let found = pixelsOf.get(image);
    if (!found && image.complete && image.naturalWidth) {
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      found = context.getImageData(0, 0, canvas.width, canvas.height);
      pixelsOf.set(image, found);
    }
    return found;
  }

  function describe(layer, kind, x, y) {
    const image = one(`.${kind} img`, layer);
    const data = image && pixels(image);
    if (!data) return [];
    const at = 4 * (y * data.width + x);
    const colour = [0, 1, 2].map((part) => data.data[at + part].toString(16).padStart(2, "0")).join("");
    const index = layer.dataset.palette.split(" ").indexOf(colour);
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    swatch.style.background = `#${colour}`;
    const name = layer.dataset.layer === "2" ? "" : ` ${COLOURS[index] || ""}`;
    return [` ${kind}`, swatch, `${index}${name} #${colour} `];
  }

  function read(viewer, x, y) {
    const layer = one(".layer.shown", viewer);
    const image = one("img", layer);
    viewer.pixel = [Math.max(0, Math.min(x, image.naturalWidth - 1)), Math.max(0, Math.min(y, image.naturalHeight - 1))];
    const [px, py] = viewer.pixel;
    one(".pixel", viewer).replaceChildren(
      `x ${px} y ${py}`, ...describe(layer, "expected", px, py), ...describe(layer, "actual", px, py));
  }

  function moveCursor(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const moment = document.activeElement && document.activeElement.closest(".moment");
    const viewer = moment && one(".viewer", moment);
    if (!viewer || !viewer.pixel || !steps[event.key]) return false;
    const by = event.shiftKey ? 8 : 1;
    read(viewer, viewer.pixel[0] + by * steps[event.key][0], viewer.pixel[1] + by * steps[event.key][1]);
    return true;
  }

  for (const viewer of all(".viewer")) {
    setLayer(viewer, viewer.dataset.first);
    viewer.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.mode) setMode(viewer, button.dataset.mode);
      if (button.dataset.layer) setLayer(viewer, button.dataset.layer);
      if (button.dataset.zoom) setZoom(zoom + Number(button.dataset.zoom));
      if (button.classList.contains("close-up")) setCloseUp(viewer, !viewer.classList.contains("is-close-up"));
    });
    one(".mix", viewer).addEventListener("input", (event) => viewer.style.setProperty("--mix", event.target.value / 100));
    viewer.addEventListener("pointermove", (event) => {
      const figure = event.target.closest("figure");
      if (!figure) return;
      const image = one("img", figure);
      const box = image.getBoundingClientRect();
      const x = Math.floor((event.clientX - box.left) / box.width * image.naturalWidth);
      const y = Math.floor((event.clientY - box.top) / box.height * image.naturalHeight);
      if (y < image.naturalHeight) read(viewer, x, y);
    });
  }
  setInterval(() => all('.viewer[data-mode="blink"]').forEach((each) => each.classList.toggle("blinked")), BLINK_MS);

  function hideSame(moment, hides) {
    moment.classList.toggle("hides-same", hides);
    one(".only-changes", moment).checked = hides;
  }

  for (const moment of all(".moment")) {
    hideSame(moment, true);
    one(".only-changes", moment).addEventListener("change", (event) => hideSame(moment, event.target.checked));
  }

  function playSound(moment) {
    const players = all("audio", moment);
    const playing = players.findIndex((each) => !each.paused);
    players.forEach((each) => each.pause());
    const next = players[playing + 1];
    if (next) {
      next.currentTime = 0;
      next.play();
    }
  }

  // What the user does.

  rows.forEach((row) => row.addEventListener("click", (event) => { if (!event.target.closest("a")) open(row); }));
  groups.forEach((row) => row.addEventListener("click", () => chooseGroup(row.dataset.group)));
  if (search) search.addEventListener("input", showRows);
  for (const button of all("button[data-filter]")) {
    button.addEventListener("click", () => {
      filter = button.dataset.filter;
      press(all("button[data-filter]"), button);
      showRows();
    });
  }
  addEventListener("hashchange", show);

  function onKey(key) {
    const moment = currentMoment();
    const viewer = moment && one(".viewer", moment);
    switch (key) {
      case "j": step(1); return true;
      case "k": step(-1); return true;
      case "n": stepMoment(1); return true;
      case "p": stepMoment(-1); return true;
      case "Enter":
        if (openSection() || !shownRows().length || document.activeElement !== document.body) return false;
        open(shownRows()[current]);
        return true;
      case "Escape":
        if (list) location.hash = "list";
        else one(".back a").click();
        return true;
      case "/":
        if (!list) return false;
        location.hash = "list";
        show();
        search.focus();
        return true;
      case "+": case "=": setZoom(zoom + 1); return true;
      case "-": setZoom(zoom - 1); return true;
      default:
    }
    if (!viewer) return false;
    switch (key) {
      case "1": case "2": case "3": case "4":
        setMode(viewer, ["beside", "blink", "overlay", "slider"][Number(key) - 1]);
        return true;
      case "l": {
        const layers = all(".layer", viewer);
        setLayer(viewer, (layers.findIndex((each) => each.classList.contains("shown")) + 1) % layers.length);
        return true;
      }
      case "b": {
        const button = one(".close-up", viewer);
        if (button) button.click();
        return Boolean(button);
      }
      case "c": hideSame(moment, !moment.classList.contains("hides-same")); return true;
      case "a": playSound(moment); return true;
      default: return false;
    }
  }

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("input[type=search]")) {
      if (event.key === "Escape" || event.key === "Enter") event.target.blur();
      return;
    }
    if (event.target.matches("input, audio") && event.key.startsWith("Arrow")) return;
    if (event.key.startsWith("Arrow") ? moveCursor(event) : onKey(event.key)) event.preventDefault();
  });

  setZoom(Math.max(1, Math.min(2, Math.floor(innerWidth / 1000))));
  if (list) showRows();
  show();
})();

// Two machines side by side: expected and actual, at the same tick; differing pixels in red on a third picture.
import { fillSpeeds } from "./controls.js";
import { Link } from "./link.js";
import { Screen } from "./screen.js";
import { connect } from "./start.js";
import { table } from "./timeline.js";

const TICKS_PER_SECOND = 20;
const AROUND = 72; // dots of the window beside the pictures
const BELOW = 230; // and below them
const KINDS = ["state", "frame", "sound"];

const find = (id) => document.getElementById(id);
const { cases, pyodide } = JSON.parse(find("config").textContent);
const address = () => new URLSearchParams(location.hash.slice(1));
const slug = address().get("case") ?? Object.keys(cases)[0];
const { title, sides, files, spans, masks } = cases[slug];
const shown = Object.keys(sides);
const columns = shown.length === 2 ? 3 : 1;
let status = null;
let isPaused = true;
let isSeeking = false;

const room = () => ({ width: (document.documentElement.clientWidth - AROUND) / columns, height: innerHeight - BELOW });
const screenOf = (id) => new Screen(find(id), find(id).parentElement, room);
const screens = Object.fromEntries(shown.map((side) => [side, screenOf(side)]));
const marked = columns === 3 ? screenOf("marked") : null;
let differing = null;
let isStale = false;

function fail(words) {
  find("message").textContent = `Stopped: ${words}. Reload the page to begin again.`;
  find("message").hidden = false;
}

/** Mark what differs, once for all pictures that came together. */
function mark() {
  isStale = false;
  if (!marked) return;
  differing = marked.mark(screens.expected, screens.actual, masks);
  find("pixels").textContent = differing === 1 ? "1 pixel" : `${differing} pixels`;
}

const link = new Link(connect({ sides, files, pyodide }), {
  progress: ({ part }) => (find("progress").value = part),
  loaded: () => begin().catch((error) => fail(error.message)),
  frame: ({ pixels, colours, width, side }) => {
    screens[side].show(pixels, colours, width);
    if (!isStale) requestAnimationFrame(mark);
    isStale = true;
  },
  status: ({ status: now }) => show(now),
  over: () => pause(true),
  failed: ({ words }) => fail(words),
});

async function begin() {
  await link.ask("open", "");
  find("pair").hidden = false;
  find("progress").hidden = find("message").hidden = true;
  for (const each of [...Object.values(screens), marked]) each?.fit();
  link.watch(() => fail("the machines do not answer any more"));
  drawLanes(status.ticks);
  await follow();
  window.agi = { ask: (...given) => link.ask(...given), screens, marked, status: () => status, differing: () => differing };
}

/** Return what differs in a tick, as the comparison found. */
const differencesAt = (tick) => spans.filter(([first, last]) => first <= tick && tick <= last).flatMap(([, , what]) => what);

function show(now) {
  status = now;
  const { tick, ticks, cycles, notes } = now;
  find("tick").max = ticks;
  if (!isSeeking) find("tick").value = tick;
  const counted = shown.map((side) => `${side} cycle ${cycles[side]}`).join(", ");
  find("place").textContent = `tick ${tick} of ${ticks}, ${(tick / TICKS_PER_SECOND).toFixed(2)} s, ${counted}.`;
  for (const side of shown) find(`${side}-note`).textContent = notes[side];
  const what = differencesAt(tick);
  find("differs").textContent = what.length ? `Differs in ${what.join(" and ")}.` : tick ? "As recorded." : "";
  find("differs").classList.toggle("different", what.length > 0);
  if (!find("state").hidden && isPaused) showState();
}

function pause(value) {
  isPaused = value;
  find("pause").textContent = value ? "Play" : "Pause";
  find("pause").setAttribute("aria-pressed", String(value));
  link.tell("run", [!isPaused && !document.hidden]);
}

async function seek(tick) {
  isSeeking = true;
  await link.ask("seek", tick);
  isSeeking = false;
  show(status);
  history.replaceState(null, "", `#case=${encodeURIComponent(slug)}&tick=${status.tick}`);
}

/** Go where the address says. */
async function follow() {
  const asked = address();
  if ((asked.get("case") ?? slug) !== slug) location.reload();
  pause(true);
  await seek(Number(asked.get("tick") ?? 0));
}

async function showState() {
  const rows = await link.ask("state");
  if (!rows.length) {
    find("state").textContent = "Variables, flags and objects are equal.";
    return;
  }
  const names = shown.length === 2 ? ["", "", "expected", "actual"] : ["", "", "actual"];
  const cells = rows.map(([name, meaning, expected, actual]) => [name, meaning, ...(shown.length === 2 ? [expected] : []), actual]);
  find("state").replaceChildren(table([names, ...cells]));
}

/** Go to the start of a range of ticks that differ. */
function toDifference(found) {
  if (!found) return;
  pause(true);
  seek(found[0]);
}

/** Draw a line for state, picture and sound: where they differ. */
function drawLanes(ticks) {
  for (const kind of KINDS) {
    const lane = document.createElement("div");
    lane.title = kind;
    for (const [first, last] of spans.filter(([, , what]) => what.includes(kind))) {
      const piece = document.createElement("span");
      piece.title = `${kind}: ticks ${first} to ${last}`;
      piece.style.left = `${(100 * (first - 1)) / ticks}%`;
      piece.style.width = `${(100 * (last - first + 1)) / ticks}%`;
      lane.append(piece);
    }
    find("lanes").append(lane);
  }
}

document.title = find("title").textContent = title;
find("unknown").hidden = columns === 3;
find("expected-side").hidden = find("marked-side").hidden = columns === 1;
fillSpeeds(find("speed"), (speed) => link.tell("pace", [speed]));
find("pause").addEventListener("click", () => pause(!isPaused));
find("tick").addEventListener("input", () => seek(Number(find("tick").value)));
for (const [id, by] of [["step", 1], ["step-back", -1]]) {
  find(id).addEventListener("click", () => { pause(true); seek(Math.max(0, status.tick + by)); });
}
find("next").addEventListener("click", () => toDifference(spans.find(([first]) => first > status.tick)));
find("before").addEventListener("click", () => toDifference(spans.findLast(([first]) => first < status.tick)));
find("show-state").addEventListener("click", () => {
  find("state").hidden = !find("state").hidden;
  find("show-state").setAttribute("aria-expanded", String(!find("state").hidden));
  if (!find("state").hidden) { pause(true); showState(); }
});
document.addEventListener("visibilitychange", () => pause(isPaused));
addEventListener("hashchange", follow);

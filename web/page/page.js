// The page: starts the machine, shows what it makes, and hands on what the player does.
import { Controls } from "./controls.js";
import { listenToKeys } from "./keys.js";
import { makeLetters } from "./letters.js";
import { Link } from "./link.js";
import { Moments } from "./moments.js";
import { listenToPointer } from "./pointer.js";
import { Screen } from "./screen.js";
import { openSound } from "./sound.js";
import { connect, soundScript } from "./start.js";
import { Store } from "./store.js";
import { Timeline } from "./timeline.js";

const NOTICE = 6000; // milliseconds
const MOST_WORDS = 20; // texts that the live region keeps

const find = (id) => document.getElementById(id);
const config = JSON.parse(find("config").textContent);
const begun = performance.now();
const marks = {};
let controls, timeline, sound, noticeTimer;

function note(words) {
  find("notice").textContent = words;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (find("notice").textContent = ""), NOTICE);
}

function fail(words) {
  find("cover").hidden = false;
  find("progress").hidden = find("begin").hidden = true;
  find("message").textContent = `The game has stopped: ${words}. Reload the page to begin again.`;
}

function tell(words) {
  const made = document.createElement("p");
  made.textContent = words;
  find("words").append(made);
  while (find("words").childElementCount > MOST_WORDS) find("words").firstElementChild.remove();
}

const screen = new Screen(find("screen"), find("stage"));
const store = await Store.open(config.digest);
let wasLoaded;
const loaded = new Promise((resolve) => (wasLoaded = resolve));
const link = new Link(connect(config), {
  progress: ({ part }) => (find("progress").value = part),
  loaded: wasLoaded,
  frame: ({ pixels, colours, width }) => {
    screen.show(pixels, colours, width);
    marks.picture ??= performance.now() - begun;
  },
  words: ({ words }) => tell(words),
  disk: ({ text }) => store.keepDisk(text),
  status: ({ status }) => timeline?.show(status),
  over: () => note(config.recording ? "the recording is over" : "the game has ended"),
  failed: ({ words }) => fail(words),
});

find("title").textContent = document.title = config.title;
find("author").textContent = config.author && `by ${config.author}`;
find("about").textContent = config.about;
find("facts").textContent = config.facts;
controls = new Controls(find, link, { restarted: () => note("started again") });
controls.offerLooks(config.looks, screen);
await loaded;
if (config.recording) {
  timeline = new Timeline({
    whole: find("timeline"), tick: find("tick"), step: find("step"), stepBack: find("step-back"), place: find("place"),
    compared: find("compared"), toDifference: find("to-difference"), takeOver: find("take-over"), pause: find("replay-pause"), showState: find("show-state"),
    state: find("state"), ofPlayer: ["pause", "back", "moments-open", "letters-open", "restart"].map(find),
  }, link, controls);
}
const opened = link.ask("open", await store.disk());
opened.catch((error) => fail(error.message));
Object.assign(marks, await opened);
const moments = new Moments({
  save: find("save"), upload: find("upload"), uploadOpen: find("upload-open"), list: find("moments-list"), diskList: find("disk-list"),
}, link, store, screen, note, () => { closeMoments(); controls.showMenu(false); controls.focus(); });
const closeMoments = controls.opens("moments-open", "moments", () => moments.list());
controls.opens("about-open", "facts");
controls.opens("letters-open", "letters", (section) => {
  controls.showMenu(false);
  if (!section.childElementCount) makeLetters(section, link);
});
controls.remember();
// Where fingers type, the page has letters of its own.
if (matchMedia("(pointer: coarse)").matches) find("keys").inputMode = "none";
listenToKeys(find("keys"), link, () => [...document.querySelectorAll("#timeline button, #bar button")].find((each) => each.checkVisibility()).focus());
listenToPointer(find("stage"), screen, link, () => controls.focus());
link.watch(() => fail("it does not answer any more"));
marks.ready = performance.now() - begun;
find("progress").hidden = true;
find("message").textContent = config.recording ? "A recording. Begin with a click or Enter." : "Begin with a click or Enter.";
find("begin").hidden = false;
find("begin").focus();
document.addEventListener("click", async function begin(event) {
  if (find("begin").hidden || event.target.closest("#bar, #timeline, #menu-open, section")) return;
  document.removeEventListener("click", begin);
  find("cover").hidden = true;
  find("keys").disabled = false;
  controls.focus();
  if (!/^#tick=/.test(location.hash)) controls.pause(false);
  try {
    sound = await openSound(link, soundScript());
  } catch {
    note("this browser plays no sound");
  }
});

timeline?.followAddress();

/** What tests and curious people may ask. */
window.agi = { ask: (...given) => link.ask(...given), marks, screen, config, heard: () => sound?.heard, store };

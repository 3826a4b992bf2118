// The keyboard: keys by their place, characters as the layout, dead keys or an input method make them.

const SHIFT = 1;
const CTRL = 2;
const ALT = 4;
const NUM_LOCK = 16;
const OF_BROWSER = new Set(["F11", "F12"]);
const OF_INPUT_METHOD = 229; // the number of every key that an input method takes, in all browsers

/** Listen to a hidden field, so that input methods and keyboards on the screen work; tell the machine. Shift+Tab leaves. */
export function listenToKeys(field, link, leave) {
  field.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && event.shiftKey) {
      event.preventDefault();
      leave();
      return;
    }
    if (isOfBrowser(event) || isComposed(event)) return;
    if (!makesText(event)) event.preventDefault();
    link.tell("press", [placeOf(event), event.key, modifiersOf(event), event.repeat]);
  });
  field.addEventListener("keyup", (event) => link.tell("release", [placeOf(event)]));
  field.addEventListener("blur", () => link.tell("letGo"));
  field.addEventListener("input", (event) => {
    if (event.isComposing) return;
    take(field, link);
  });
  // What an input method has not finished is shown below the picture, where the browser also offers its words.
  field.addEventListener("compositionstart", () => field.classList.add("composing"));
  field.addEventListener("compositionend", () => {
    field.classList.remove("composing");
    take(field, link);
  });
  field.addEventListener("paste", (event) => {
    event.preventDefault();
    link.tell("paste", [event.clipboardData.getData("text")]);
  });
}

function take(field, link) {
  const text = field.value.replaceAll("\n", "");
  field.value = "";
  if (text) link.tell("typed", [text]);
}

/** Keys of the browser and the desktop: the game does not see them. */
function isOfBrowser(event) {
  const isPasting = event.ctrlKey && !event.altKey && event.code === "KeyV";
  return event.metaKey || OF_BROWSER.has(event.key) || isPasting ||
    (event.ctrlKey && event.shiftKey);
}

/** Whether a dead key or an input method has the key, also the Enter that chooses a word: the text comes later. */
function isComposed(event) {
  return event.isComposing || event.keyCode === OF_INPUT_METHOD || ["Process", "Dead", "Unidentified"].includes(event.key);
}

/** Whether the key makes a character, which comes as input: with AltGr it does, with Ctrl or Alt alone not. */
function makesText(event) {
  if (event.key.length !== 1 || event.code.startsWith("Numpad")) return false;
  return event.getModifierState("AltGraph") || event.ctrlKey === event.altKey;
}

function modifiersOf(event) {
  const makes = makesText(event);
  return (event.shiftKey ? SHIFT : 0) | (event.ctrlKey && !makes ? CTRL : 0) | (event.altKey && !makes ? ALT : 0) |
    (event.getModifierState("NumLock") ? NUM_LOCK : 0);
}

/** The place of a key; keyboards on the screen know only what it does. */
function placeOf(event) {
  return event.code || event.key;
}

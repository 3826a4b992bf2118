// Letters on the screen, with the words that the game knows: for those who play without a keyboard.

// A narrow window has room for eight keys that a finger hits, side by side: too few for the rows of a keyboard.
const NARROW = matchMedia("(max-width: 499px)");
const ROWS = ["qwertyuiop", "asdfghjkl'", "zxcvbnm,.?"];
const SORTED = ["abcdefghijklmnopqrstuvwxyz',.?"];
const KEYS = [["Space", null], ["Erase", "backspace"], ["Enter", "enter"], ["Esc", "esc"], ["Tab", "tab"]];
const DIGITS = [..."1234567890"];
const FUNCTION_KEYS = Array.from({ length: 10 }, (_, index) => `f${index + 1}`);
const MOST_WORDS = 12;

/** Fill the section with keys, and the words that the game knows. */
export async function makeLetters(section, link) {
  const words = await link.ask("words");
  const [offered, letters, others, rest] = ["offered", "keys", "others", "keys"].map((name) => block(section, name));
  let begun = "";
  const offer = () => {
    offered.replaceChildren();
    const found = begun ? words.filter((word) => word.startsWith(begun)).slice(0, MOST_WORDS) : [];
    for (const word of found) button(offered, word, () => { link.tell("paste", [word.slice(begun.length)]); type(" "); });
  };
  const type = (letter) => {
    if (letter === " ") link.tell("tap", ["space"]);
    else link.tell("paste", [letter]);
    begun = /[a-z0-9']/.test(letter) ? begun + letter : "";
    offer();
  };
  const press = (name) => {
    begun = name === "backspace" ? begun.slice(0, -1) : "";
    offer();
    link.tell("tap", [name]);
  };
  const arrange = () => {
    letters.replaceChildren();
    for (const letter of (NARROW.matches ? SORTED : ROWS).join("")) button(letters, letter, () => type(letter));
  };
  arrange();
  NARROW.addEventListener("change", arrange);
  for (const [label, name] of KEYS) button(others, label, () => (name ? press(name) : type(" ")));
  rest.hidden = true;
  button(others, "1 F1", () => (rest.hidden = !rest.hidden)).ariaLabel = "Digits and function keys";
  for (const digit of DIGITS) button(rest, digit, () => type(digit));
  for (const name of FUNCTION_KEYS) button(rest, name.toUpperCase(), () => press(name));
}

function block(section, name) {
  const made = document.createElement("div");
  made.className = name;
  section.append(made);
  return made;
}

function button(parent, label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  parent.append(made);
  return made;
}

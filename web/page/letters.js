// Letters on the screen, with the words that the game knows: for those who play without a keyboard.

const ROWS = ["qwertyuiop", "asdfghjkl'", "zxcvbnm,.?", "1234567890"];
const KEYS = [["Space", null], ["Erase", "backspace"], ["Enter", "enter"], ["Esc", "esc"], ["Tab", "tab"]];
const FUNCTION_KEYS = Array.from({ length: 10 }, (_, index) => `f${index + 1}`);
const MOST_WORDS = 12;

/** Fill the section with keys; `words` gives the game's words. */
export async function makeLetters(section, link) {
  const words = await link.ask("words");
  const offered = row(section);
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
  for (const letters of ROWS) {
    const keys = row(section);
    for (const letter of letters) button(keys, letter, () => type(letter));
  }
  const others = row(section);
  for (const [label, name] of KEYS) button(others, label, () => (name ? press(name) : type(" ")));
  const functions = row(section);
  for (const name of FUNCTION_KEYS) button(functions, name.toUpperCase(), () => press(name));
  const press = (name) => {
    begun = name === "backspace" ? begun.slice(0, -1) : "";
    offer();
    link.tell("tap", [name]);
  };
}

function row(section) {
  const made = document.createElement("div");
  section.append(made);
  return made;
}

function button(parent, label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  parent.append(made);
}

// Mouse and touch: a tap walks, chooses or continues; a long one, or the right button, leaves.

const LEFT = 1;
const RIGHT = 2;
const LONG = 500; // milliseconds

/** Tell the machine what mouse, pen and fingers do on the picture. */
export function listenToPointer(stage, screen, link, focus) {
  let timer = 0;
  const tell = (event, button, pressed) => link.tell("point", [...screen.pixelAt(event.clientX, event.clientY), button, pressed]);
  stage.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    event.preventDefault();
    if (event.pointerType === "mouse") focus();
    if (event.pointerType === "touch") timer = setTimeout(() => { timer = 0; tell(event, RIGHT, true); }, LONG);
    else tell(event, event.button === 2 ? RIGHT : LEFT, true);
  });
  stage.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") tell(event, event.buttons & 1 ? LEFT : event.buttons & 2 ? RIGHT : 0, false);
  });
  stage.addEventListener("pointerup", (event) => {
    if (event.pointerType === "touch" && timer) tell(event, LEFT, true);
    clearTimeout(timer);
    timer = 0;
    tell(event, 0, false);
  });
  stage.addEventListener("pointercancel", () => clearTimeout(timer));
  stage.addEventListener("contextmenu", (event) => event.preventDefault());
}

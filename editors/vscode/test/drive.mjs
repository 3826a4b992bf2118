/**
 * Drives VS Code with the extension. On a copy of the demo's project: a mistake, a completion, a rename, a picture's
 * steps, a view, the words, Run here, a breakpoint, steps back, who wrote a value, the map of rooms. In an empty folder:
 * the first game, as its page tells it. node drive.mjs URL FOLDER EMPTY PAGE PICTURES; ends with 1 where something is
 * missing.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [url, folder, empty, story, pictures] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1500, height: 950 }, permissions: ["clipboard-read", "clipboard-write"] });
const page = await context.newPage();
page.setDefaultTimeout(240_000);
const shot = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });
const check = (holds, what) => {
  if (!holds) throw new Error(`expected ${what}`);
  console.log(`ok: ${what}`);
};

/** Fills the box of commands and files; a window that is not ready yet does not hear its key. */
async function ask(key, text) {
  const box = page.locator(".quick-input-box input");
  for (let tries = 0; tries < 60 && !(await box.isVisible()); tries += 1) {
    await page.keyboard.press(key);
    await box.waitFor({ state: "visible", timeout: 4_000 }).catch(() => {});
  }
  await box.fill(text);
}

async function command(text) {
  await ask("F1", `>${text}`);
  await page.locator(`.quick-input-list .monaco-list-row.focused:has-text("${text}")`).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/** Opens a file by its whole path, for which no search is needed. */
async function open(kind, name) {
  const opened = page.locator(`.tab.active:has-text("${name}")`);
  for (let tries = 0; tries < 8 && !(await opened.first().isVisible()); tries += 1) {
    // The list may still be that of the files before: then Enter opens another one.
    await ask("Control+P", join(root, kind, name));
    await page.locator(`.quick-input-list .monaco-list-row.focused:has-text("${name}")`).first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await opened.first().waitFor({ timeout: 15_000 }).catch(() => {});
  }
  await opened.first().waitFor();
}

async function goTo(line, column) {
  await ask("Control+G", `:${line}:${column}`);
  await page.locator(`.quick-input-list .monaco-list-row:has-text("Go to line ${line}")`).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  await page.locator(`.statusbar :text("Ln ${line}, Col ${column}")`).first().waitFor();
}

async function until(what, holds) {
  for (let tries = 0; tries < 240; tries += 1) {
    if (await holds()) return check(true, what);
    await page.waitForTimeout(500);
  }
  check(false, what);
}

let root = "";

/** Opens a folder in the window and trusts it. */
async function openFolder(path) {
  root = path;
  await page.goto(`${url}/?folder=${path}`);
  await page.locator(".monaco-workbench").waitFor();
  await page.locator('.monaco-dialog-box :text("Yes, I trust the authors")').click();
}

/** Returns the inside of the panel that was opened last. */
const panelShown = () => page.locator("iframe.webview.ready").last().contentFrame().frameLocator("#active-frame");

/** Makes a file in the explorer, pastes its text and saves it. */
async function write(name, text) {
  await command("File: Focus on Files Explorer");
  await page.keyboard.press("Escape");
  await page.locator(".explorer-folders-view .monaco-list").first().click({ position: { x: 60, y: 500 } });
  await page.locator(".pane-header").first().hover();
  await page.locator('.action-label[aria-label="New File..."]').first().click();
  await page.locator(".explorer-item-edited input").fill(name);
  await page.keyboard.press("Enter");
  await page.locator(`.tab.active:has-text("${name.split("/").pop()}")`).waitFor();
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.locator(".editor-instance .view-lines").first().click();
  await page.keyboard.press("Control+V");
  await page.waitForTimeout(300);
  await page.keyboard.press("Control+S");
  await until(`${name} is written`, () => existsSync(join(empty, name)) && readFileSync(join(empty, name), "utf8") === text);
}

try {
  await openFolder(folder);
  await open("logics", "5-cove.lgc");
  const lines = readFileSync(join(folder, "logics", "5-cove.lgc"), "utf8").split("\n");
  const line = lines.findIndex((each) => each.startsWith("if (newRoom)")) + 2;
  await goTo(line, 1);
  await page.keyboard.type("set(askedMrata);\n");
  await page.locator(".squiggly-error").first().waitFor();
  check(true, "a mistake is underlined");
  await command("Problems: Focus on Problems View");
  await page.locator('.markers-panel :text("askedMrata")').first().waitFor();
  check(true, "the mistake is listed, with the name that was meant");
  await shot("mistake");

  await page.locator(".tab.active").click();
  await goTo(line, 1);
  await page.keyboard.press("Control+Shift+K");
  await page.keyboard.type("reset(askedM");
  await page.keyboard.press("Control+Space");
  await page.locator('.suggest-widget.visible .monaco-list-row:has-text("askedMarta")').first().waitFor();
  await shot("completion");
  await page.keyboard.press("Enter");
  await page.keyboard.type(");\n");
  await until("a flag is completed", async () => (await page.locator(".view-lines").first().innerText()).includes("askedMarta"));

  await goTo(line, 10);
  await page.keyboard.press("F2");
  await page.locator(".rename-box input").fill("martaWasAsked");
  await page.locator(".rename-box input").press("Enter");
  await page.locator(`.monaco-editor .view-line:has-text("martaWasAsked")`).first().waitFor();
  await command("File: Save All Files");
  const names = join(folder, "logics", "names.lgc");
  await until("the flag is renamed in names.lgc", () => readFileSync(names, "utf8").includes("martaWasAsked"));
  await shot("rename");

  await open("pictures", "5-cove.pic");
  await goTo(40, 1);
  await command("AGI: Show the picture with its steps");
  const panel = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await panel.locator(".picture img[src^='data:image/png']").waitFor();
  const first = await panel.locator(".picture img").getAttribute("src");
  await shot("picture-40");
  await page.locator('.tab:has-text("5-cove.pic")').first().click();
  await goTo(200, 1);
  await until("the picture follows the caret", async () => (await panel.locator(".picture img").getAttribute("src")) !== first);
  await shot("picture-200");
  await panel.locator(".picture img").click({ position: { x: 100, y: 100 } });
  await until("a click in the picture moves the caret", async () => !(await panel.locator("code").innerText()).startsWith("200:"));
  await shot("picture-click");

  await open("views", "0-wick.view");
  await command("AGI: Show the view");
  await panelShown().locator("img[alt='loop 0 in motion'][src^='data:image/png']").waitFor();
  check(true, "the view's loops move");
  await shot("view");
  await open("", "words.txt");
  await page.locator('.statusbar :text("AGI words or items")').waitFor();
  await command("AGI: Show the words as a table");
  await panelShown().locator('td:has-text("look")').first().waitFor();
  check(true, "the words stand in a table");
  await shot("words");

  await open("logics", "5-cove.lgc");
  await command("AGI: Run here");
  await page.locator('.terminal-wrapper, .integrated-terminal').first().waitFor();
  await page.waitForTimeout(15_000);
  await shot("run");
  await page.locator(':text("run in room 5")').first().waitFor();
  check(true, "the game runs in room 5");
  await open("logics", "2-quay.lgc");
  const quay = readFileSync(join(folder, "logics", "2-quay.lgc"), "utf8").split("\n");
  const welcome = quay.findIndex((each) => each.includes("welcomed = true")) + 2;
  await goTo(welcome, 1);
  await page.keyboard.press("F9");
  await page.keyboard.press("F5");
  const stopped = (line) => page.locator(`.debug-call-stack .monaco-list-row:has-text("${line}:1")`).first().waitFor();
  const button = (name) => page.locator(`.debug-toolbar .action-label[aria-label^="${name}"]`).click();
  await stopped(welcome);
  check(true, "the game stops at a breakpoint");
  await shot("stopped");
  await button("Step Back");
  await stopped(welcome - 1);
  await page.locator('.statusbar :text("in the past")').first().waitFor();
  check(true, "a step back leads to the line before, and the status bar says that it is the past");
  await shot("step-back");
  await button("Step Over");
  await stopped(welcome);
  const welcomed = page.locator('.debug-variables .monaco-list-row:has-text("welcomed")').first();
  await page.locator(".debug-variables .monaco-list-row").first().hover();
  for (let tries = 0; tries < 20 && !(await welcomed.isVisible()); tries += 1) {
    await page.mouse.wheel(0, 60);
    await page.waitForTimeout(300);
  }
  await welcomed.click({ button: "right" });
  await page.locator('.monaco-menu :text("Break on Value Change")').first().click();
  await button("Reverse");
  await page.locator('.debug-call-stack :text("data breakpoint")').first().waitFor().catch(() => stopped(welcome));
  await shot("data-breakpoint");
  await command("Debug Console: Focus on Debug Console View");
  await page.keyboard.type("why welcomed");
  await page.keyboard.press("Enter");
  await page.locator('.repl :text("welcomed (f44) became set")').first().waitFor();
  check(true, "the console says who wrote a value");
  await shot("why");
  await button("Stop");
  await command("AGI: Show the map of rooms");
  await panelShown().locator("svg rect").first().waitFor();
  check(true, "the map of rooms is drawn");
  await shot("rooms");

  await openFolder(empty);
  const blocks = [...readFileSync(story, "utf8").matchAll(/^`([\w./-]+)`\n\n```\w*\n(.*?)^```$/gms)];
  for (const [, name, text] of blocks) await write(name, text);
  await open("logics", "2-shed.lgc");
  await command("Problems: Focus on Problems View");
  await page.locator('.markers-panel :text("f34")').first().waitFor();
  check((await page.locator(".markers-panel .monaco-list-row").count()) === 2, "the one mistake that was left in the first game");
  await shot("first-game");
  await open("logics", "1-garden.lgc");
  await command("AGI: Run here");
  await page.locator(':text("run in room 1")').first().waitFor();
  await page.waitForTimeout(15_000);
  check((await page.locator(':text("terminated with exit code")').count()) === 0, "the first game runs");
  await shot("first-game-runs");
} catch (problem) {
  await shot("failure");
  console.error(`${problem.message ?? problem}; see ${join(pictures, "failure.png")}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}

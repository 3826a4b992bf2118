/**
 * Talks to `agi-emu dap` with the client that VS Code's own debug adapters are tested with: on a copy of the demo's
 * project with its recording, and on a real game, by its disassembly, with a recording that saves, opens the menu and
 * restores. node debug.mjs PROGRAM PROJECT RECORDING [GAME RECORDING]; ends with 1 where something is missing.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import support from "@vscode/debugadapter-testsupport";

const [program, project, played, game, restored] = process.argv.slice(2);
const check = (holds, what) => {
  if (!holds) throw new Error(`expected ${what}`);
  console.log(`ok: ${what}`);
};

/** A conversation about one launch, which stands at its first stop. */
async function begin(launch, breakpoints) {
  const client = new support.DebugClient(program, "dap", "agi-emu");
  client.defaultTimeout = 120_000;
  await client.start();
  const ready = client.waitForEvent("initialized");
  await client.initializeRequest();
  const launched = client.launchRequest({ window: false, ...launch });
  await ready;
  await breakpoints(client);
  const stopped = client.waitForEvent("stopped");
  await client.configurationDoneRequest();
  await launched;
  return { client, first: (await stopped).body };
}

const value = async (client, expression) => (await client.evaluateRequest({ expression, context: "watch" })).body.result;
const top = async (client) => (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0];

/** Lets the game go, and returns where it stops. */
async function go(client, request, args = { threadId: 1 }) {
  const stopped = client.waitForEvent("stopped");
  await client.customRequest(request, args);
  return (await stopped).body;
}

async function demo() {
  const path = join(project, "logics", "2-quay.lgc");
  const text = readFileSync(path, "utf-8");
  const line = text.split("\n").findIndex((each) => each.includes("currentScore +=")) + 1;
  const { client, first } = await begin({ project, recording: played }, (each) =>
    each.setBreakpointsRequest({ source: { path }, breakpoints: [{ line }] }),
  );
  check(first.reason === "breakpoint" && (await top(client)).line === line, "the demo to stop in a line of its source");
  const before = Number(await value(client, "score"));
  const { scopes } = (await client.scopesRequest({ frameId: 0 })).body;
  const { variablesReference } = scopes.find((each) => each.name === "Named");
  const named = (await client.variablesRequest({ variablesReference })).body.variables.map((each) => each.name);
  check(named.includes("currentScore (v3)"), "the author's names");
  await go(client, "next");
  check(Number(await value(client, "score")) > before, "a step to change the score");
  await client.setBreakpointsRequest({ source: { path }, breakpoints: [] });
  await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: "new.room" }] });
  await go(client, "continue");
  const back = await go(client, "agiEmu/lastChange", { name: "score" });
  check(/^score is (\d+), was \d+, in the past/.test(back.text), "the way back to the last change of the score");
  const output = client.waitForEvent("output");
  await client.setVariableRequest({ variablesReference, name: "currentScore (v3)", value: "30" });
  check((await value(client, "score")) === "30", "a changed value");
  check((await output).body.output.includes("recording"), "a word that the recording is left");
  const room = join(project, "logics", "8-lamp-room.lgc");
  const logic = readFileSync(room, "utf-8");
  writeFileSync(room, `${logic}\nnothing();\n`);
  const refused = await client.customRequest("agiEmu/reload").then(() => "", (error) => error.message);
  check(refused.includes("nothing") && (await value(client, "score")) === "30", "a mistake to change nothing");
  writeFileSync(room, logic.replace(/return\(\);\s*$/, "v250 = 99;\nreturn();\n"));
  const stopped = client.waitForEvent("stopped");
  const said = (await client.customRequest("agiEmu/reload")).body.text;
  await stopped;
  check(said === "continues with the new build" && (await value(client, "score")) === "30", "the new build to continue");
  await client.disconnectRequest();
}

async function realGame() {
  const { client, first } = await begin({ game, recording: restored }, (each) =>
    each.setFunctionBreakpointsRequest({ breakpoints: [{ name: "restore.game" }] }),
  );
  check(first.reason === "function breakpoint", "the real game to stop where it restores");
  const frame = await top(client);
  const text = readFileSync(frame.source.path, "utf-8").split("\n")[frame.line - 1];
  check(text.trim().startsWith("restore.game("), `${basename(frame.source.path)}:${frame.line} to be that line`);
  const source = { path: frame.source.path };
  const found = (await client.setBreakpointsRequest({ source, breakpoints: [{ line: frame.line }] })).body.breakpoints[0];
  check(found.verified && found.line === frame.line, "a breakpoint in the disassembly");
  await client.setBreakpointsRequest({ source, breakpoints: [] });
  await client.setFunctionBreakpointsRequest({ breakpoints: [] });
  const end = await go(client, "continue");
  check(end.text === "the recording ends here", "the end of the recording");
  const here = await Promise.all(["ego.x", "ego.y", "room", "v11"].map((each) => value(client, each)));
  for (const action of ["restore.game", "menu.input", "save.game"]) {
    await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: action }] });
    const stopped = await go(client, "reverseContinue");
    check(stopped.reason === "function breakpoint" && stopped.description.includes("in the past"), `the way back to ${action}`);
  }
  for (const way of ["stepBack", "stepBack", "next", "next"]) await go(client, way);
  await client.setFunctionBreakpointsRequest({ breakpoints: [] });
  await client.setDataBreakpointsRequest({ breakpoints: [{ dataId: "o0.x" }] });
  check((await go(client, "reverseContinue")).reason === "data breakpoint", "the way back to where ego moved");
  await client.setDataBreakpointsRequest({ breakpoints: [] });
  await go(client, "continue");
  const again = await Promise.all(["ego.x", "ego.y", "room", "v11"].map((each) => value(client, each)));
  check(String(again) === String(here), "the same end again");
  await client.disconnectRequest();
}

await demo();
if (game) await realGame();
else console.log("no real game: that part is left out");

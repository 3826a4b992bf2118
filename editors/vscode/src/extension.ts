/** Starts the language server for projects of games, and shows what it draws. */
import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { debugging } from "./debugging";
import { Panels } from "./panels";
import { ResourceTree } from "./tree";

let client: LanguageClient | undefined;

const program = () => vscode.workspace.getConfiguration("agi-emu").get<string>("program") || "agi-emu";

const PROJECT = /^(game\.toml|.*\.wag|agikit-project\.json)$/i;
const STUDIO = /^logic(\d+\.txt|\.\d+)$/i;

/** Returns whether a folder holds a project: ours, or one of WinAGI, agikit or AGI Studio. */
function isProject(folder: string): boolean {
  const names = (each: string) => (fs.existsSync(each) ? fs.readdirSync(each) : []);
  return names(folder).some((name) => PROJECT.test(name) || STUDIO.test(name)) || names(path.join(folder, "src")).some((name) => STUDIO.test(name));
}

/** Returns the project folder of a file: the nearest one above it that holds a project. */
function projectOf(file: string): string | undefined {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (isProject(folder)) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** Plain texts of projects get our languages: words and items, and the sources that other editors call .txt. */
async function named(document: vscode.TextDocument): Promise<void> {
  const { uri, languageId, fileName } = document;
  if (uri.scheme !== "file" || languageId !== "plaintext" || !client?.isRunning() || !projectOf(fileName)) return;
  const language = await client.sendRequest<string | null>("agiEmu/language", { uri: uri.toString() });
  if (language) await vscode.languages.setTextDocumentLanguage(document, language);
}

async function anyProject(): Promise<string | undefined> {
  const open = vscode.window.activeTextEditor?.document.uri;
  const own = open?.scheme === "file" ? projectOf(open.fsPath) : undefined;
  const folders = (vscode.workspace.workspaceFolders ?? []).map((each) => each.uri.fsPath);
  const root = own ?? folders.find(isProject);
  const [found] = root ? [] : await vscode.workspace.findFiles("**/game.toml", undefined, 1);
  return root ?? (found && path.dirname(found.fsPath));
}

let storage = "";

/** Returns where the game of a project is built to: outside of the project. */
function gameOf(project: string): string {
  fs.mkdirSync(storage, { recursive: true });
  return path.join(storage, `${path.basename(project)}.zip`);
}

function shell(project: string, ...commands: string[][]): vscode.ShellExecution {
  const quote = (word: string) => (/^[\w./:=@-]+$/.test(word) ? word : process.platform === "win32" ? `"${word}"` : `'${word.replace(/'/g, "'\\''")}'`);
  return new vscode.ShellExecution(commands.map((words) => words.map(quote).join(" ")).join(" && "), { cwd: project });
}

function task(project: string, name: string): vscode.Task {
  const build = [program(), "build", project, "-o", gameOf(project), "--format", "github"];
  const commands: Record<string, string[][]> = {
    build: [build],
    lint: [[program(), "lint", project, "--format", "github"]],
    run: [build, [program(), "run", gameOf(project), "--sources", project]],
    compare: [build, [program(), "compare", project, "--game", gameOf(project)]],
  };
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(project)) ?? vscode.TaskScope.Workspace;
  const made = new vscode.Task({ type: "agi-emu", task: name }, folder, name, "agi-emu", shell(project, ...commands[name]), "$agi-emu");
  if (name === "build") made.group = vscode.TaskGroup.Build;
  if (name === "compare") made.group = vscode.TaskGroup.Test;
  return made;
}

interface Launch extends vscode.DebugConfiguration {
  room?: number;
  previousRoom?: number;
  flags?: number[];
  variables?: Record<string, number>;
  items?: number[];
  seed?: number;
}

/** Builds the project and starts the game in a room, with the state of a launch configuration. */
async function runHere(launch: Launch): Promise<void> {
  await vscode.workspace.saveAll(false);
  const file = vscode.window.activeTextEditor?.document.uri.fsPath ?? "";
  const project = await anyProject();
  if (!project) {
    void vscode.window.showErrorMessage("There is no project here: a folder with a game.toml.");
    return;
  }
  if (!fs.existsSync(path.join(project, "game.toml"))) {
    void vscode.window.showErrorMessage(`To run it here, make a project of it first: agi-emu import ${project} FOLDER`);
    return;
  }
  const own = path.basename(path.dirname(file)) === "logics" ? /^\d+/.exec(path.basename(file)) : null;
  const room = launch.room ?? (own && Number(own[0]) > 0 ? Number(own[0]) : undefined);
  const changes = [
    ...(launch.previousRoom === undefined ? [] : [`v0=${launch.previousRoom}`]),
    ...(launch.flags ?? []).map((flag) => `f${flag}=1`),
    ...Object.entries(launch.variables ?? {}).map(([variable, value]) => `v${variable}=${value}`),
    ...(launch.items ?? []).map((item) => `i${item}=255`),
  ];
  const game = gameOf(project);
  const run = [program(), "run", game, "--sources", project];
  if (room !== undefined) run.push("--room", `${room}`, ...changes.flatMap((change) => ["--set", change]));
  if (launch.seed !== undefined) run.push("--seed", `${launch.seed}`);
  const name = room === undefined ? "run" : `run in room ${room}`;
  const build = [program(), "build", project, "-o", game, "--format", "github"];
  const made = new vscode.Task({ type: "agi-emu", task: "run" }, vscode.TaskScope.Workspace, name, "agi-emu", shell(project, build, run), "$agi-emu");
  await vscode.tasks.executeTask(made);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const watched = vscode.workspace.createFileSystemWatcher("**/*.{lgc,pic,view,sound,toml,txt,bin,png,gif,wag,agilogic,json}");
  client = new LanguageClient(
    "agi-emu",
    "AGI",
    { command: program(), args: ["lsp"] },
    {
      documentSelector: [
        { scheme: "file", language: "agi-logic" },
        { scheme: "file", language: "agi-script" },
        { scheme: "file", language: "agi-list" },
        { scheme: "file", pattern: "**/game.toml" },
      ],
      synchronize: { fileEvents: watched },
    },
  );
  const launches: vscode.DebugConfigurationProvider = {
    resolveDebugConfiguration: async (_folder, launch) => {
      if (launch.noDebug) {
        await runHere(launch as Launch);
        return undefined;
      }
      const project = launch.project ?? (launch.game ? undefined : await anyProject());
      return { ...launch, type: "agi-emu", request: "launch", name: launch.name ?? "Debug", ...(project && { project }) };
    },
  };
  const tree = new ResourceTree(client, anyProject);
  const panels = new Panels(client, context.extensionUri);
  context.subscriptions.push(
    watched,
    vscode.window.registerTreeDataProvider("agi-emu.resources", tree),
    watched.onDidCreate(() => tree.changed.fire()),
    watched.onDidDelete(() => tree.changed.fire()),
    vscode.workspace.onDidOpenTextDocument((document) => void named(document)),
    vscode.commands.registerCommand("agi-emu.picture", () => panels.picture()),
    vscode.commands.registerCommand("agi-emu.view", () => panels.view()),
    vscode.commands.registerCommand("agi-emu.words", async () => panels.words(await anyProject())),
    vscode.commands.registerCommand("agi-emu.rooms", async () => panels.rooms(await anyProject())),
    vscode.commands.registerCommand("agi-emu.runHere", () => runHere({ type: "agi-emu", request: "launch", name: "Run here" })),
    vscode.debug.registerDebugConfigurationProvider("agi-emu", launches),
    ...debugging(program),
    vscode.tasks.registerTaskProvider("agi-emu", {
      provideTasks: async () => {
        const project = await anyProject();
        return project && fs.existsSync(path.join(project, "game.toml")) ? ["build", "lint", "run", "compare"].map((name) => task(project, name)) : [];
      },
      resolveTask: async (wanted) => {
        const project = await anyProject();
        const { definition } = wanted;
        if (!project || !["build", "lint", "run", "compare"].includes(definition.task)) return undefined;
        const made = task(project, definition.task);
        return new vscode.Task(definition, wanted.scope ?? vscode.TaskScope.Workspace, wanted.name, "agi-emu", made.execution, "$agi-emu");
      },
    }),
  );
  await vscode.commands.executeCommand("setContext", "agi-emu.active", true);
  try {
    await client.start();
    tree.changed.fire();
    vscode.workspace.textDocuments.forEach((document) => void named(document));
  } catch {
    void vscode.window.showErrorMessage(
      `The program ${program()} does not answer. Install it with: pip install "agi-emu[editor]", or name it in the setting agi-emu.program.`,
    );
  }
}

export const deactivate = () => client?.stop();

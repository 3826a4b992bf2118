/** Debugs games by the adapter `agi-emu dap`: what VS Code has no button for, and where in time a game stands. */
import * as path from "node:path";
import * as vscode from "vscode";

const TYPE = "agi-emu";

const active = () => (vscode.debug.activeDebugSession?.type === TYPE ? vscode.debug.activeDebugSession : undefined);

async function ask(request: string, given: object): Promise<{ sentences?: string[]; text?: string } | undefined> {
  const session = active();
  if (!session) {
    void vscode.window.showInformationMessage("No game is being debugged.");
    return undefined;
  }
  try {
    return await session.customRequest(request, given);
  } catch (error) {
    void vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Returns the word at the cursor, or what is selected: names have dots. */
function named(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const word = editor.document.getWordRangeAtPosition(editor.selection.active, /[\p{L}\p{N}_.]+/u);
  return editor.document.getText(editor.selection.isEmpty ? word : editor.selection) || undefined;
}

async function aboutValue(request: string, title: string): Promise<void> {
  const name = await vscode.window.showInputBox({ title, prompt: "A variable, flag, item or field: lampLit, v30, f40, o0.x", value: named() });
  const answer = name ? await ask(request, { name }) : undefined;
  if (answer?.sentences) vscode.debug.activeDebugConsole.appendLine(answer.sentences.join("\n"));
  if (answer?.sentences) await vscode.commands.executeCommand("workbench.debug.action.focusRepl");
}

async function whyNot(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const line = (editor?.selection.active.line ?? -1) + 1;
  const answer = editor && (await ask("agiEmu/whyNot", { path: editor.document.uri.fsPath, line }));
  if (!answer?.sentences) return;
  vscode.debug.activeDebugConsole.appendLine(answer.sentences.join("\n"));
  await vscode.commands.executeCommand("workbench.debug.action.focusRepl");
}

/** Returns what debugging adds to the extension. */
export function debugging(program: () => string): vscode.Disposable[] {
  const clock = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left, 50);
  const back = (given: object) => () => ask("stepBack", { threadId: 1, ...given });
  const tracker: vscode.DebugAdapterTrackerFactory = {
    createDebugAdapterTracker: () => ({
      onDidSendMessage: (message) => {
        if (message.type !== "event") return;
        if (message.event === "stopped" && /^in the past/.test(message.body.description)) {
          clock.text = `$(history) ${message.body.description}`;
          clock.show();
        } else if (["stopped", "continued", "terminated"].includes(message.event)) clock.hide();
      },
      onWillReceiveMessage: (message) => {
        if (["continue", "next", "stepIn", "stepOut"].includes(message.command)) clock.hide();
      },
      onExit: () => clock.hide(),
    }),
  };
  return [
    clock,
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ["dap"]),
    }),
    vscode.debug.registerDebugAdapterTrackerFactory(TYPE, tracker),
    vscode.workspace.onDidSaveTextDocument((document) => {
      const project = active()?.configuration.project;
      const inside = project && !path.relative(project, document.uri.fsPath).startsWith("..");
      if (inside) void ask("agiEmu/reload", {});
    }),
    vscode.commands.registerCommand("agi-emu.stepIntoBack", back({ way: "into" })),
    vscode.commands.registerCommand("agi-emu.stepOutBack", back({ way: "out" })),
    vscode.commands.registerCommand("agi-emu.cycleBack", back({ by: "cycle" })),
    vscode.commands.registerCommand("agi-emu.lastChange", () => aboutValue("agiEmu/lastChange", "Run back to the last change of")),
    vscode.commands.registerCommand("agi-emu.why", () => aboutValue("agiEmu/why", "Why has this its value:")),
    vscode.commands.registerCommand("agi-emu.whyNot", whyNot),
  ];
}

/** Panels beside the text: pictures with steps, views in motion, words, the map of rooms; all drawn by the server. */
import * as path from "node:path";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { addressOf, type Contents } from "./tree";

export class Panels {
  private readonly open = new Map<string, vscode.WebviewPanel>();

  constructor(
    private readonly client: LanguageClient,
    private readonly home: vscode.Uri,
  ) {}

  /** Shows the picture whose script is open: the caret chooses the line, a click in the picture the caret. */
  picture(): void {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    const { document } = editor;
    const uri = document.uri.toString();
    let layer = "colours";
    const show = async (line?: number) => {
      const answer = await this.asked("picture", { uri, line, layer });
      if (answer) void panel.webview.postMessage({ ...answer, line: line ?? null, text: line === undefined ? "" : document.lineAt(line).text });
    };
    const lineOf = () => {
      const own = vscode.window.visibleTextEditors.find((each) => each.document === document) ?? editor;
      return own.selection.active.line;
    };
    const place = async (line: number) => {
      const position = new vscode.Position(line, 0);
      const shown = await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preserveFocus: true });
      shown.selection = new vscode.Selection(position, position);
      shown.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    };
    const panel = this.panel(uri, path.basename(document.fileName), "picture", async (message) => {
      if (message.ready) await show(lineOf());
      if (message.layer) await ((layer = message.layer), show(lineOf()));
      if (typeof message.line === "number") await place(message.line);
      if (typeof message.x === "number") {
        const found = await this.asked("lineOfPoint", { uri, x: message.x, y: message.y });
        if (found?.line !== null && found?.line !== undefined) await place(found.line);
      }
    });
    const moved = vscode.window.onDidChangeTextEditorSelection((event) => event.textEditor.document === document && void show(lineOf()));
    const typed = vscode.workspace.onDidChangeTextDocument((event) => event.document === document && void show(lineOf()));
    panel.onDidDispose(() => (moved.dispose(), typed.dispose()));
  }

  /** Shows the loops of the view whose script is open. */
  view(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) return;
    const uri = document.uri.toString();
    const show = async () => void panel.webview.postMessage((await this.asked("view", { uri })) ?? {});
    const panel = this.panel(uri, path.basename(document.fileName), "view", show);
    const typed = vscode.workspace.onDidChangeTextDocument((event) => event.document === document && void show());
    panel.onDidDispose(() => typed.dispose());
  }

  /** Shows the words by group. */
  async words(project?: string): Promise<void> {
    if (!project) return;
    const show = async () => void panel.webview.postMessage((await this.asked("contents", { uri: addressOf(project) })) as Contents);
    const panel = this.panel(`words ${project}`, "Words", "words", show);
    const typed = vscode.workspace.onDidSaveTextDocument(() => void show());
    panel.onDidDispose(() => typed.dispose());
  }

  /** Shows the rooms and the ways between them; a click opens a logic. */
  async rooms(project?: string): Promise<void> {
    if (!project) return;
    const panel = this.panel(`rooms ${project}`, "Rooms", "rooms", async (message) => {
      if (message.ready) void panel.webview.postMessage((await this.asked("rooms", { uri: addressOf(project) })) ?? {});
      if (message.open) await vscode.window.showTextDocument(vscode.Uri.file(path.join(project, message.open)), { viewColumn: vscode.ViewColumn.One });
    });
  }

  private async asked(name: string, given: object): Promise<any> {
    try {
      return await this.client.sendRequest(`agiEmu/${name}`, given);
    } catch (problem) {
      vscode.window.setStatusBarMessage(`AGI: ${problem instanceof Error ? problem.message : problem}`, 5000);
      return null;
    }
  }

  private panel(key: string, title: string, page: string, answer: (message: any) => Promise<void>): vscode.WebviewPanel {
    const known = this.open.get(`${page} ${key}`);
    known?.dispose();
    const media = vscode.Uri.joinPath(this.home, "media");
    const panel = vscode.window.createWebviewPanel(`agi-emu.${page}`, title, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true, localResourceRoots: [media] });
    const file = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(media, name));
    const policy = `default-src 'none'; img-src data:; style-src ${panel.webview.cspSource}; script-src ${panel.webview.cspSource}`;
    panel.webview.onDidReceiveMessage((message) => void answer(message));
    this.open.set(`${page} ${key}`, panel);
    panel.onDidDispose(() => this.open.delete(`${page} ${key}`));
    panel.webview.html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="stylesheet" href="${file("panels.css")}"><title>${page}</title></head><body data-page="${page}"><script src="${file("panels.js")}"></script></body></html>`;
    return panel;
  }
}

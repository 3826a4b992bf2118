/** The resources of a project by kind, with small pictures. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

interface Entry {
  number: number;
  name: string;
  path: string;
}

export interface Contents {
  folder: string;
  files: Record<string, Entry[]>;
  words: { group: number; words: string[] }[];
  items: string[];
}

type Node = { kind: string } | ({ kind: string } & Entry);

/** Returns the address of a project's folder, about which the server is asked. */
export const addressOf = (project: string) => vscode.Uri.file(project).toString();

export class ResourceTree implements vscode.TreeDataProvider<Node> {
  readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private contents: Contents | null = null;

  constructor(
    private readonly client: LanguageClient,
    private readonly project: () => Promise<string | undefined>,
  ) {}

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return "path" in node ? [] : (this.contents?.files[node.kind] ?? []).map((each) => ({ kind: node.kind, ...each }));
    const project = await this.project();
    if (!project || !this.client.isRunning()) return [];
    this.contents = await this.client.sendRequest<Contents | null>("agiEmu/contents", { uri: addressOf(project) });
    return Object.keys(this.contents?.files ?? {}).map((kind) => ({ kind }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (!("path" in node)) return new vscode.TreeItem(`${node.kind}s`, vscode.TreeItemCollapsibleState.Collapsed);
    const item = new vscode.TreeItem(node.name);
    item.resourceUri = vscode.Uri.file(node.path);
    item.tooltip = "";
    item.command = { command: "vscode.open", title: "Open", arguments: [item.resourceUri] };
    return item;
  }

  /** Shows a picture, or the first loop of a view, beside its name. */
  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    if (!("path" in node) || !["picture", "view"].includes(node.kind)) return item;
    const uri = vscode.Uri.file(node.path).toString();
    const answer = await this.client.sendRequest<any>(`agiEmu/${node.kind}`, { uri }).then((found) => found, () => null);
    const images: string[] = node.kind === "picture" ? [answer?.image] : (answer?.loops[0] ?? []).map((cel: { image: string }) => cel.image);
    item.tooltip = new vscode.MarkdownString(images.filter(Boolean).map((image) => `![](data:image/png;base64,${image})`).join(" "));
    return item;
  }
}

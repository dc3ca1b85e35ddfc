import * as vscode from 'vscode';
import type { AllocationsSummary } from '../../shared/allocationsWire.ts';
import { memorySentences } from '../../shared/memoryText.ts';
import { StoreOwner } from '../core/disposableStore.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { allocationRows, type AllocationRow } from './allocationRows.ts';

/** The view Allocations: what the last run of allocations has found. */
export class AllocationsTree extends StoreOwner implements vscode.TreeDataProvider<AllocationRow> {
  readonly #changed = this.store.add(new vscode.EventEmitter<void>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<AllocationRow>;
  #shown: AllocationsSummary | null = null;

  constructor(server: LanguageServer) {
    super();
    this.#view = this.store.add(
      vscode.window.createTreeView('hotframe.allocations', { treeDataProvider: this }),
    );
    this.store.add(server.on('allocationsChanged', ({ allocations }) => this.#draw(allocations)));
  }

  async show(): Promise<void> {
    await vscode.commands.executeCommand('hotframe.allocations.focus');
  }

  getChildren(row?: AllocationRow): AllocationRow[] {
    if (row) return row.kind === 'finding' ? row.children : [];
    const shortPath = (file: string) => vscode.workspace.asRelativePath(file);
    return this.#shown ? allocationRows(this.#shown, shortPath) : [];
  }

  getTreeItem(row: AllocationRow): vscode.TreeItem {
    const { Expanded, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.kind === 'finding' ? Expanded : None);
    item.contextValue = row.kind;
    const { uri, line } = row.kind === 'allocating' ? row : row.finding;
    if (uri !== null && line !== null) item.command = openCommand(uri, line);
    item.tooltip = row.kind === 'next' ? row.label : row.tooltip;
    if (row.kind === 'next') {
      item.iconPath = new vscode.ThemeIcon('arrow-right');
      return item;
    }
    item.description = row.description;
    if (row.kind === 'finding') item.iconPath = new vscode.ThemeIcon('warning');
    item.accessibilityInformation = { label: `${row.label}, ${row.description}` };
    return item;
  }

  #draw(shown: AllocationsSummary | null): void {
    this.#shown = shown;
    void vscode.commands.executeCommand('setContext', 'hotframe.hasAllocations', shown !== null);
    this.#view.description = shown?.title ?? '';
    this.#view.message = memorySentences(shown?.memory).join(' ');
    const count = shown?.findings.length ?? 0;
    this.#view.badge =
      count > 0
        ? { value: count, tooltip: count === 1 ? '1 finding' : `${count} findings` }
        : undefined;
    this.#changed.fire();
  }
}

function openCommand(uri: string, line: number): vscode.Command {
  const at = new vscode.Position(line - 1, 0);
  const options: vscode.TextDocumentShowOptions = { selection: new vscode.Range(at, at) };
  return { title: 'Open', command: 'vscode.open', arguments: [vscode.Uri.parse(uri), options] };
}

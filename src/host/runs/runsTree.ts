import * as vscode from 'vscode';
import { StoreOwner } from '../core/disposableStore.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { runRows, type RunRow, type SavedRunRow } from './runRows.ts';
import { hasRunFile } from './savedRuns.ts';

/** Keeps texts such as `3 min ago` right while they are visible. */
const redrawMs = 30_000;

/** The view Runs: saved runs, newest first, grouped by series if there are several. */
export class RunsTree extends StoreOwner implements vscode.TreeDataProvider<RunRow> {
  readonly #changed = this.store.add(new vscode.EventEmitter<void>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<RunRow>;
  #selected: readonly RunRow[] = [];

  constructor(
    private readonly server: LanguageServer,
    private readonly storageUri: vscode.Uri | undefined,
  ) {
    super();
    this.#view = this.store.add(
      vscode.window.createTreeView('hotframe.runs', {
        treeDataProvider: this,
        canSelectMany: true,
        showCollapseAll: true,
      }),
    );
    this.store.add(
      this.#view.onDidChangeSelection(({ selection }) => {
        this.#selected = selection;
      }),
    );
    this.store.add(server.on('runsChanged', () => this.redraw()));
    const timer = setInterval(() => {
      if (this.#view.visible) this.redraw();
    }, redrawMs);
    this.store.add({ dispose: () => clearInterval(timer) });
    this.#tellWhetherThereAreRuns();
  }

  /** The selected runs. Remembered, because the view has no selection while its rows are loaded again. */
  get selected(): SavedRunRow[] {
    const { selection } = this.#view;
    return (selection.length > 0 ? selection : this.#selected).filter((row) => row.kind === 'run');
  }

  redraw(): void {
    this.#changed.fire();
    this.#tellWhetherThereAreRuns();
  }

  /** Without runs, the palette hides the commands for them. */
  #tellWhetherThereAreRuns(): void {
    const hasRuns = hasRunFile(this.storageUri);
    void vscode.commands.executeCommand('setContext', 'hotframe.hasRuns', hasRuns);
  }

  async getChildren(row?: RunRow): Promise<RunRow[]> {
    if (row) return row.kind === 'series' ? row.children : [];
    // Without runs, don't start the server.
    if (!this.server.isStarted && !hasRunFile(this.storageUri)) return [];
    return runRows((await this.server.ask('runs')).runs, Date.now());
  }

  getTreeItem(row: RunRow): vscode.TreeItem {
    const { Expanded, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.kind === 'series' ? Expanded : None);
    item.description = row.description;
    if (row.kind === 'series') {
      item.id = row.id;
      item.contextValue = 'series';
      return item;
    }
    item.id = row.run.path;
    item.tooltip = row.tooltip;
    item.contextValue = row.run.isBaseline ? 'baselineRun' : 'run';
    item.iconPath = icons[row.icon];
    item.accessibilityInformation = { label: row.spoken };
    item.command = { title: 'Open', command: 'hotframe.openRun', arguments: [row] };
    return item;
  }
}

const icons: Record<SavedRunRow['icon'], vscode.ThemeIcon> = {
  run: new vscode.ThemeIcon('history'),
  baseline: new vscode.ThemeIcon('pinned'),
  shown: new vscode.ThemeIcon('eye'),
  failed: new vscode.ThemeIcon('warning'),
};

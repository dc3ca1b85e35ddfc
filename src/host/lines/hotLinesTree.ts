import * as vscode from 'vscode';
import { formatShare } from '../../shared/format.ts';
import { whyCommand } from '../../shared/lspOptions.ts';
import { StoreOwner } from '../core/disposableStore.ts';
import { hotLineRows, type Row, type TreeMode } from './hotLineRows.ts';
import type { ShownOptions } from './hotPlaces.ts';
import { overlaySettings, settingsSection } from '../core/settings.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';

const modeKey = 'hotLinesMode';

/** The view Hot Lines: files with their lines, or functions, or packages. */
export class HotLinesTree extends StoreOwner implements vscode.TreeDataProvider<Row> {
  readonly #changed = this.store.add(new vscode.EventEmitter<void>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<Row>;
  #mode: TreeMode;

  constructor(
    private readonly profile: LoadedProfile,
    private readonly extensionUri: vscode.Uri,
    private readonly state: vscode.Memento,
  ) {
    super();
    this.#mode = restoreMode(state.get<unknown>(modeKey));
    this.#view = this.store.add(
      vscode.window.createTreeView('hotframe.hotLines', {
        treeDataProvider: this,
        showCollapseAll: true,
      }),
    );
    this.store.add(profile.onDidChange(() => this.#draw()));
    this.store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingsSection)) this.#draw();
      }),
    );
    this.#tellMode();
  }

  setMode(mode: TreeMode): void {
    this.#mode = mode;
    void this.state.update(modeKey, mode);
    this.#tellMode();
    this.#draw();
  }

  getChildren(row?: Row): Row[] {
    if (row) return row.children;
    const profile = this.profile.current;
    if (!profile) return [];
    return hotLineRows(profile, this.#mode, overlaySettings(), shortPath);
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(row.label, collapsibleState(row));
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.contextValue = row.isMarked && row.of ? `${row.kind}.marked` : row.kind;
    item.iconPath = this.#icon(row);
    const words = [row.label, row.description].filter((part) => part !== '');
    item.accessibilityInformation = { label: words.join(', ') };
    if (row.kind === 'why' || row.kind === 'tiers') {
      item.command = { title: 'Why', command: whyCommand, arguments: [row] };
    } else if (row.place) {
      item.command = { title: 'Open', command: 'hotframe.openRow', arguments: [row] };
    }
    return item;
  }

  #icon(row: Row): vscode.Uri | vscode.ThemeIcon {
    switch (row.kind) {
      case 'file':
        return new vscode.ThemeIcon('file-code');
      case 'why':
        return new vscode.ThemeIcon('warning');
      case 'tiers':
        return new vscode.ThemeIcon('layers');
      case 'deopt':
        return new vscode.ThemeIcon('debug-step-back');
      case 'line':
      case 'function':
      case 'package':
    }
    return vscode.Uri.joinPath(this.extensionUri, 'media', `${row.heat}.svg`);
  }

  #draw(): void {
    const profile = this.profile.current;
    this.#view.description = profile?.title ?? '';
    const isEmpty = profile !== null && this.getChildren().length === 0;
    this.#view.message = isEmpty ? nothingText(this.#mode, overlaySettings()) : '';
    this.#changed.fire();
  }

  #tellMode(): void {
    void vscode.commands.executeCommand('setContext', 'hotframe.hotLinesMode', this.#mode);
  }
}

function collapsibleState({ kind, children }: Row): vscode.TreeItemCollapsibleState {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  if (kind === 'file') return Expanded;
  return children.length > 0 ? Collapsed : None;
}

function nothingText(mode: TreeMode, { minShare, times }: ShownOptions): string {
  return mode === 'lines' && times === 'waits'
    ? 'The profile has no line at which requests wait, and only waits are listed (hotframe.hotLines.times).'
    : `Nothing takes ${formatShare(minShare)} of the time or more, which is the least that is listed (hotframe.minimumShare).`;
}

function restoreMode(stored: unknown): TreeMode {
  return stored === 'functions' || stored === 'packages' ? stored : 'lines';
}

function shortPath(file: string): string {
  return file.startsWith('node:') ? file : vscode.workspace.asRelativePath(file);
}

import * as vscode from 'vscode';
import { nothingStandsOut } from '../../shared/finding.ts';
import { StoreOwner } from '../core/disposableStore.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';
import { findingRows, type FindingRow } from './findingRows.ts';

const notJudged = 'This profile was made without findings: profile the server again to have them.';

/** The view Findings: what stands out in the profile that is shown. */
export class FindingsTree extends StoreOwner implements vscode.TreeDataProvider<FindingRow> {
  readonly #changed = this.store.add(new vscode.EventEmitter<void>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<FindingRow>;

  constructor(private readonly profile: LoadedProfile) {
    super();
    this.#view = this.store.add(
      vscode.window.createTreeView('hotframe.findings', { treeDataProvider: this }),
    );
    this.store.add(profile.onDidChange(() => this.#draw()));
  }

  getChildren(row?: FindingRow): FindingRow[] {
    if (row) return row.kind === 'finding' ? row.children : [];
    const findings = this.profile.current?.findings ?? [];
    return findingRows(findings, (file) => vscode.workspace.asRelativePath(file));
  }

  getTreeItem(row: FindingRow): vscode.TreeItem {
    const { Expanded, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.kind === 'finding' ? Expanded : None);
    item.contextValue = row.kind;
    if (row.kind === 'next') {
      const { action } = row.finding;
      item.iconPath = new vscode.ThemeIcon('arrow-right');
      item.tooltip = row.label;
      if (action && action.type !== 'open-line') {
        item.command = { title: 'Do', command: 'hotframe.takeStep', arguments: [row] };
      } else if (row.finding.uri !== null) item.command = openCommand(row);
      return item;
    }
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.iconPath = new vscode.ThemeIcon(row.finding.file === null ? 'info' : 'lightbulb');
    item.accessibilityInformation = { label: `${row.label}, ${row.description}` };
    if (row.finding.uri !== null) item.command = openCommand(row);
    return item;
  }

  #draw(): void {
    const { current } = this.profile;
    this.#view.description = current?.title ?? '';
    this.#view.message = messageOf(current?.findings);
    const count = current?.findings?.filter(({ kind }) => kind !== 'client-limited').length ?? 0;
    this.#view.badge =
      count > 0
        ? { value: count, tooltip: count === 1 ? '1 finding' : `${count} findings` }
        : undefined;
    this.#changed.fire();
  }
}

function openCommand(row: FindingRow): vscode.Command {
  return { title: 'Open', command: 'hotframe.openFinding', arguments: [row] };
}

/** @param findings absent: nothing is shown; null: the run is older */
function messageOf(findings: readonly unknown[] | null | undefined): string {
  if (findings === undefined) return '';
  if (findings === null) return notJudged;
  return findings.length === 0 ? nothingStandsOut : '';
}

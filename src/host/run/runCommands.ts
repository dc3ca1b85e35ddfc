import * as vscode from 'vscode';
import type { ListedRun } from '../../shared/savedRuns.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { showList } from '../core/showList.ts';
import type { ProfileExport } from '../runs/profileExport.ts';
import { runRows, runText, seriesText, type RunRow } from '../runs/runRows.ts';
import type { RunsTree } from '../runs/runsTree.ts';

/**
 * The argument of a command: the row if it comes from a row, its menu or its icons; `selection` if
 * from a key in the view; nothing from the palette.
 */
export type RunArgument = RunRow | { selection: true } | undefined;

/** The commands on saved runs. Without a run as argument they ask for one. */
export class RunCommands {
  constructor(
    private readonly server: LanguageServer,
    private readonly tree: RunsTree,
    private readonly exporting: ProfileExport,
    private readonly whenOpened: () => Promise<void>,
  ) {}

  async open(argument: RunArgument): Promise<void> {
    const run = await this.#one(argument, 'Open Run');
    if (!run) return;
    if (run.isShown) return this.whenOpened();
    const { problem } = await vscode.window.withProgress(
      { location: { viewId: 'hotframe.runs' } },
      () => this.server.ask('open', { path: run.path }),
    );
    if (problem === null) await this.whenOpened();
    else this.#say(problem);
  }

  async rename(argument: RunArgument): Promise<void> {
    const run = await this.#one(argument, 'Rename Run');
    if (!run) return;
    const name = await vscode.window.showInputBox({
      title: 'Rename Run',
      prompt: 'Its name in the list; empty to go by its figures and time',
      value: run.name,
      placeHolder: 'before the cache',
    });
    if (name === undefined) return;
    this.#say((await this.server.ask('renameRun', { path: run.path, name })).problem);
  }

  async setBaseline(argument: RunArgument, isBaseline: boolean): Promise<void> {
    const title = isBaseline ? 'Pin as Baseline' : 'Unpin Baseline';
    const run = await this.#one(argument, title, (each) => each.isBaseline !== isBaseline);
    if (!run) return;
    const { problem } = await this.server.ask('pinRun', { path: run.path, isBaseline });
    this.#say(problem);
  }

  async delete(argument: RunArgument, all?: RunRow[]): Promise<void> {
    const rows = all ?? (argument && 'selection' in argument ? this.tree.selected : null);
    const chosen =
      rows && rows.length > 0 ? runsOf(rows) : [await this.#one(argument, 'Delete Run')];
    const runs = chosen.filter((run) => run !== null);
    const [first] = runs;
    if (!first) return;
    const what =
      runs.length === 1
        ? `Delete the run “${runText(first, Date.now())}”?`
        : `Delete ${runs.length} runs?`;
    const hasBaseline = runs.some(({ isBaseline }) => isBaseline);
    const detail = `${hasBaseline ? 'A baseline is among them. ' : ''}Deleted runs can't be brought back.`;
    const choice = await vscode.window.showWarningMessage(what, { modal: true, detail }, 'Delete');
    if (!choice) return;
    const paths = runs.map(({ path }) => path);
    this.#say((await this.server.ask('deleteRuns', { paths })).problem);
  }

  async export(argument: RunArgument): Promise<void> {
    const run = await this.#one(argument, 'Export Run');
    if (run) await this.exporting.saveRun(run);
  }

  #say(problem: string | null): void {
    // Not awaited: there is nothing to answer.
    if (problem !== null) void vscode.window.showErrorMessage(problem);
    // The list may be outdated.
    this.tree.redraw();
  }

  /** The run that is meant; null if there is none, and the person was told. */
  async #one(
    argument: RunArgument,
    title: string,
    isOffered: (run: ListedRun) => boolean = () => true,
  ): Promise<ListedRun | null> {
    const row = argument && 'selection' in argument ? this.tree.selected[0] : argument;
    if (row) return runsOf([row])[0] ?? null;
    return pickRun(this.server, title, { isOffered });
  }
}

/**
 * Asks for one of the saved runs; null if none was chosen, or none exists, and the person was told.
 */
export async function pickRun(
  server: LanguageServer,
  title: string,
  {
    isOffered = () => true,
    isFirst = () => true,
  }: { isOffered?: (run: ListedRun) => boolean; isFirst?: (run: ListedRun) => boolean } = {},
): Promise<ListedRun | null> {
  const runs = (await server.ask('runs')).runs.filter(isOffered);
  if (runs.length === 0) {
    void vscode.window.showInformationMessage(
      `${title}: there is no saved run for this. Profile your server, and the run is kept.`,
    );
    return null;
  }
  const ordered = [...runs.filter(isFirst), ...runs.filter((run) => !isFirst(run))];
  const items = runRows(ordered, Date.now()).flatMap((each) => {
    if (each.kind === 'run') return [itemOf(each)];
    const { label } = each;
    return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...each.children.map(itemOf)];
  });
  const choice = await showList<RunItem>(items, {
    title,
    placeHolder: 'Which run?',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return choice?.run ?? null;
}

interface RunItem extends vscode.QuickPickItem {
  run?: ListedRun;
}

function itemOf({ run, label, description, icon }: Extract<RunRow, { kind: 'run' }>): RunItem {
  const icons = { run: 'history', baseline: 'pinned', shown: 'eye', failed: 'warning' };
  return { label: `$(${icons[icon]}) ${label}`, description, detail: seriesText(run.series), run };
}

export function runsOf(rows: readonly RunRow[]): ListedRun[] {
  return rows.flatMap((row) => (row.kind === 'run' ? [row.run] : []));
}

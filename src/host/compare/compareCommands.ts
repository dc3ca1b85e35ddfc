import * as vscode from 'vscode';
import type { NoRun } from '../../shared/savedRuns.ts';
import { isSameSeries, type ListedRun } from '../../shared/savedRuns.ts';
import type { Comparison } from './comparison.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { noRunText } from '../measure/noRunText.ts';
import { pickRun, runsOf, type RunArgument } from '../run/runCommands.ts';
import type { RunRow } from '../runs/runRows.ts';

const chooseBaseline = 'Choose Baseline…';
const compareWith = 'Compare With…';

export class CompareCommands {
  constructor(
    private readonly server: LanguageServer,
    private readonly comparison: Comparison,
  ) {}

  /** The run that is shown, or the row's, with the pinned baseline of its series. */
  async withBaseline(argument: RunArgument): Promise<void> {
    const row = argument && !('selection' in argument) ? runsOf([argument])[0] : undefined;
    const { run, baseline, noRun } = await this.server.ask('baseline', {
      path: row?.path ?? null,
    });
    if (!run) return this.#sayNoRun(noRun ?? 'nothing-shown');
    if (baseline && baseline.path !== run.path) return this.#compare([baseline], [run]);
    const words = baseline
      ? 'This run is the baseline itself. Profile your server again to compare with it, or choose another run.'
      : 'No run like this one is pinned as the baseline yet. Choose the one to compare with: it is pinned.';
    const choices = baseline ? [compareWith] : [chooseBaseline, compareWith];
    const choice = await vscode.window.showInformationMessage(words, ...choices);
    if (!choice) return;
    const other = await this.#pickOther(run, choice);
    if (!other) return;
    if (choice === chooseBaseline) {
      const { problem } = await this.server.ask('pinRun', { path: other.path, isBaseline: true });
      if (problem !== null) throw new Error(problem);
      return this.#compare([other], [run]);
    }
    return this.#compareByTime(run, other);
  }

  /** A run with one that is asked for; two or more selected rows with each other. */
  async with(argument: RunArgument, all?: RunRow[]): Promise<void> {
    const selected = runsOf(all ?? []);
    if (selected.length > 1) return this.#compareSelected(selected);
    const row = argument && !('selection' in argument) ? runsOf([argument])[0] : selected[0];
    const run = row ?? (await pickRun(this.server, 'Compare Run'));
    if (!run) return;
    const other = await this.#pickOther(run, compareWith);
    if (other) await this.#compareByTime(run, other);
  }

  /** Two runs, or the repeats of two states of the code. */
  async #compareSelected(runs: readonly ListedRun[]): Promise<void> {
    if (runs.length === 2) return this.#compareByTime(runs[0]!, runs[1]!);
    const codes = [...new Set(runs.map(codeOf))];
    if (codes.length !== 2) {
      void vscode.window.showInformationMessage(
        'Select two runs, or several of two commits: those of a commit are repeats of each other then.',
      );
      return;
    }
    const [a, b] = codes
      .map((code) => runs.filter((run) => codeOf(run) === code))
      .sort((a, b) => firstTaken(a) - firstTaken(b));
    await this.#compare(a!, b!);
  }

  /** The earlier one is before. */
  async #compareByTime(a: ListedRun, b: ListedRun): Promise<void> {
    const [earlier, later] = a.takenAt < b.takenAt ? [a, b] : [b, a];
    await this.#compare([earlier], [later]);
  }

  async #compare(base: readonly ListedRun[], head: readonly ListedRun[]): Promise<void> {
    // The last one of the head is what the editor shows then.
    const pathsOf = (runs: readonly ListedRun[]) =>
      runs.toSorted((a, b) => a.takenAt - b.takenAt).map(({ path }) => path);
    await this.comparison.compare({ base: pathsOf(base), head: pathsOf(head) });
  }

  async #pickOther(run: ListedRun, title: string): Promise<ListedRun | null> {
    return pickRun(this.server, title, {
      isOffered: (each) => each.path !== run.path && !each.sampling?.deep,
      isFirst: (each) => isSameSeries(each.series, run.series),
    });
  }

  async #sayNoRun(why: NoRun): Promise<void> {
    const { words, actions } = noRunText(why);
    switch (await vscode.window.showInformationMessage(words, ...actions)) {
      case 'Show Comparison':
        return this.comparison.show();
      case 'Compare With…':
        return this.with(undefined);
      case undefined:
        return;
    }
  }
}

/** Runs of the same have the same; what was modified is told from what was not. */
function codeOf({ target }: ListedRun): string {
  return `${target?.commit ?? ''} ${target?.modified === 'source-files'}`;
}

function firstTaken(runs: readonly ListedRun[]): number {
  return Math.min(...runs.map(({ takenAt }) => takenAt));
}

import * as vscode from 'vscode';
import { measureDefaults, type MeasureProblem, type MeasureReport } from '../../shared/measure.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import { usualIntervalMicros } from '../../shared/samplingInterval.ts';
import type { Launch } from '../launch/launch.ts';
import { launchState, type MeasureBase, type MeasureBasePicker } from './measureBase.ts';
import { buildReason, problemActions, problemText } from './measureProblem.ts';
import { resultText } from '../run/measureNotice.ts';
import type { ProfileServer } from '../run/profileServer.ts';
import type { RunSession } from '../run/runSession.ts';
import type { ServerOutput } from '../run/serverOutput.ts';
import { measureSettings } from '../core/settings.ts';

/**
 * The command `Measure My Change`: chooses base and options, runs the measurement, and reports its
 * end.
 */
export class MeasureChange {
  constructor(
    private readonly session: RunSession,
    private readonly profiling: ProfileServer,
    private readonly bases: MeasureBasePicker,
    private readonly output: ServerOutput,
    private readonly state: vscode.Memento,
    private readonly showComparison: () => Promise<void>,
  ) {}

  /** @param budgetS overrides the setting */
  async measure({ mustAsk = false, budgetS }: { mustAsk?: boolean; budgetS?: number } = {}) {
    const wanted = await this.profiling.wanted();
    if (!wanted) return;
    const base = await this.bases.choose(wanted, mustAsk);
    if (!base) return;
    if ('message' in base) return this.#tellProblem(base, null);
    const options = await this.profiling.optionsFor(wanted);
    if (options) await this.#measure({ base, options, launch: wanted.launch }, budgetS);
  }

  async #measure(what: Measured, budgetS?: number): Promise<void> {
    const { base, options, launch } = what;
    const settings = measureSettings(vscode.Uri.file(options.cwd));
    const { durationS, warmupS } = measureDefaults;
    const { report, problem } = await this.session.measure(
      `Measuring your change against ${base.words}`,
      {
        run: {
          ...options,
          load: { ...options.load, durationS, warmupS },
          intervalMicros: usualIntervalMicros(durationS),
        },
        base: base.state,
        head: base.state.kind === 'launch' ? launchState(launch) : { kind: 'working-tree' },
        build: this.#buildOf(options.cwd),
        links: [],
        ...settings,
        ...(budgetS === undefined ? {} : { budgetS }),
      },
    );
    // Not awaited: the measurement is over, whenever the person answers.
    if (report) void this.#tell(report);
    else if (problem) void this.#tellProblem(problem, what);
  }

  async #tell(report: MeasureReport): Promise<void> {
    const { kind } = report.verdict;
    const isGood = kind === 'faster' || kind === 'no-difference';
    const say = isGood ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    const again = kind === 'cannot-tell' ? 'Measure Longer' : 'Measure Again';
    const choice = await say(resultText(report), 'Show Comparison', again);
    switch (choice) {
      case 'Show Comparison':
        return this.showComparison();
      case 'Measure Again':
        return this.measure();
      case 'Measure Longer':
        return this.measure({ budgetS: 2 * report.measured.budgetS });
      case undefined:
        return;
    }
  }

  async #tellProblem(problem: MeasureProblem, of: Measured | null): Promise<void> {
    if (problem.kind === 'build-needed' && of) {
      if (await this.#askBuild(of.options.cwd, buildReason(problem))) await this.#again(of);
      return;
    }
    const words = problemText(problem);
    if (words === null) return;
    switch (await vscode.window.showErrorMessage(words, ...problemActions(problem))) {
      case undefined:
        return;
      case 'Show Output':
        return this.output.show();
      case 'Measure Against…':
        return this.measure({ mustAsk: true });
      case 'Change Build Command…':
        if (of && (await this.#askBuild(of.options.cwd, ''))) await this.#again(of);
        return;
      case 'Profile Server':
        return this.profiling.again();
      case 'Stop It':
        return this.session.stop();
      case 'Manage Workspace Trust':
        await vscode.commands.executeCommand('workbench.trust.manage');
    }
  }

  async #again(of: Measured): Promise<void> {
    if (!(await this.profiling.isRefused())) await this.#measure(of);
  }

  /** Remembers the command; false if the person gave up. */
  async #askBuild(folder: string, why: string): Promise<boolean> {
    const command = await vscode.window.showInputBox({
      title: 'Measure My Change: Build',
      prompt: `${why} The command that builds it, run in a temporary copy. It is remembered.`,
      value: this.#buildOf(folder) ?? 'npm run build',
      ignoreFocusOut: true,
    });
    const text = command?.trim() ?? '';
    if (text === '') return false;
    await this.state.update(buildKey(folder), text);
    return true;
  }

  #buildOf(folder: string): string | null {
    return this.state.get<string>(buildKey(folder)) ?? null;
  }
}

interface Measured {
  base: MeasureBase;
  options: RunOptions;
  launch: Launch;
}

function buildKey(folder: string): string {
  return `measureBuild:${folder}`;
}

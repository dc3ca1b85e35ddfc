import * as vscode from 'vscode';
import type { BenchProblem, BenchReport } from '../../shared/bench.ts';
import type { BenchTarget } from '../../shared/lspOptions.ts';
import { plainLine } from '../../shared/plainText.ts';
import { usualIntervalMicros } from '../../shared/samplingInterval.ts';
import { editorText } from '../../shared/wording.ts';
import type { ProfileServer } from '../run/profileServer.ts';
import type { RunSession } from '../run/runSession.ts';
import type { ServerOutput } from '../run/serverOutput.ts';
import type { BenchPanel } from './benchPanel.ts';
import { askBench, type BenchChoice } from './benchRival.ts';

/** As long as the command `hotframe bench` loads the server. */
const loadTimes = { durationS: 5, warmupS: 1 };
const budgetS = 60;

interface Place {
  file: string;
  line: number;
}

/** The command `Benchmark This Function`, for the function at the cursor. */
export class BenchFunction {
  constructor(
    private readonly session: RunSession,
    private readonly profiling: ProfileServer,
    private readonly output: ServerOutput,
    private readonly panel: BenchPanel,
  ) {
    panel.onAgain = (place) => this.#benchmark(place);
  }

  /** @param target the function of a code lens; the menu of the editor gives something else */
  async run(target?: unknown): Promise<void> {
    const place = placeOf(target) ?? placeAtCursor();
    if (place) return this.#benchmark(place);
    void vscode.window.showInformationMessage(
      'Put the cursor into a function of a JavaScript or TypeScript file, and benchmark it from there.',
    );
  }

  async #benchmark({ file, line }: Place): Promise<void> {
    if (await this.profiling.isRefused()) return;
    const document = await vscode.workspace.openTextDocument(file);
    if (!(await isSaved(document))) return;
    const choice = await askBench(document, line);
    if (choice) await this.#measure({ file, line }, choice);
  }

  async #measure(place: Place, { against, fixture }: BenchChoice): Promise<void> {
    const wanted = await this.profiling.wanted();
    const options = wanted && (await this.profiling.optionsFor(wanted));
    if (!options) return;
    const { report, problem } = await this.session.bench(
      `Benchmarking ${vscode.workspace.asRelativePath(place.file)}:${place.line}`,
      {
        run: {
          ...options,
          load: { ...options.load, ...loadTimes },
          intervalMicros: usualIntervalMicros(loadTimes.durationS),
        },
        ...place,
        against,
        fixture,
        writeTo: null,
        budgetS,
      },
    );
    if (report) await this.#show(report);
    // Not awaited: the benchmark is over, whenever the person answers.
    else if (problem) void this.#tell(problem, place);
  }

  async #show(report: BenchReport): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(report.function.file));
    await this.panel.show({ report, baseFolder: folder?.uri.fsPath ?? '' });
  }

  async #tell({ kind, message, failure }: BenchProblem, place: Place): Promise<void> {
    if (kind === 'cancelled') return;
    const action = kind === 'run-failed' ? 'Show Output' : 'Benchmark Another Way…';
    switch (
      await vscode.window.showErrorMessage(
        plainLine(failure ? editorText(failure) : message),
        action,
      )
    ) {
      case 'Show Output':
        return this.output.show();
      case 'Benchmark Another Way…':
        return this.#benchmark(place);
      case undefined:
        return;
    }
  }
}

function placeOf(target: unknown): Place | null {
  const { uri, line } = (target ?? {}) as Partial<BenchTarget>;
  if (typeof uri !== 'string' || typeof line !== 'number') return null;
  return { file: vscode.Uri.parse(uri).fsPath, line };
}

function placeAtCursor(): Place | null {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file') return null;
  return { file: editor.document.uri.fsPath, line: editor.selection.active.line + 1 };
}

/** The file on disk is what runs, so its lines have to be those of the editor. */
async function isSaved(document: vscode.TextDocument): Promise<boolean> {
  if (!document.isDirty) return true;
  const choice = await vscode.window.showInformationMessage(
    'This file has changes that are not saved. What is measured is the file on disk.',
    'Save and Benchmark',
  );
  return choice !== undefined && document.save();
}

import * as vscode from 'vscode';
import type { BenchProblem, BenchReport } from '../../shared/bench.ts';
import { benchTimes } from '../../shared/benchTimes.ts';
import type { BenchTarget } from '../../shared/lspOptions.ts';
import { plainLine } from '../../shared/plainText.ts';
import { usualIntervalMicros } from '../../shared/samplingInterval.ts';
import type { ProfileServer, Wanted } from '../run/profileServer.ts';
import type { RunSession } from '../run/runSession.ts';
import type { ServerOutput } from '../run/serverOutput.ts';
import { benchSettings } from '../core/settings.ts';
import { benchActions, fixtureText } from './benchActions.ts';
import type { BenchPanel } from './benchPanel.ts';
import { askBench, askBenchmarkFile, askFixture, type BenchChoice } from './benchRival.ts';

interface Place {
  file: string;
  line: number;
}

/** A benchmark that a person has chosen, and how the server is loaded for it. */
interface ChosenBench extends BenchChoice {
  place: Place;
  durationS: number;
  budgetS: number;
  writeTo: string | null;
}

/** The command `Benchmark This Function`, for the function at the cursor or below a lens. */
export class BenchFunction {
  /** How the function of the panel was measured last; null after a reload. */
  #last: ChosenBench | null = null;

  constructor(
    private readonly session: RunSession,
    private readonly profiling: ProfileServer,
    private readonly output: ServerOutput,
    private readonly panel: BenchPanel,
  ) {
    panel.onAgain = (place) => this.#benchmark(place);
    panel.onWrite = (place) => this.#write(place);
  }

  /** @param target the function of a code lens; the menu of the editor gives something else */
  async run(target?: unknown): Promise<void> {
    const place = placeOf(target) ?? placeAtCursor();
    if (place) return this.#benchmark(place);
    void vscode.window.showInformationMessage(
      'Put the cursor into a function of a JavaScript or TypeScript file, and benchmark it from there.',
    );
  }

  async #benchmark(place: Place): Promise<void> {
    if (await this.profiling.isRefused()) return;
    const document = await vscode.workspace.openTextDocument(place.file);
    if (!(await isSaved(document))) return;
    const choice = await askBench(document, place.line);
    if (choice) await this.#measure(chosen(place, choice));
  }

  /** Measures the function by itself once more, and writes what was measured. */
  async #write(place: Place): Promise<void> {
    if (await this.profiling.isRefused()) return;
    const writeTo = await askBenchmarkFile(place.file);
    if (writeTo === null) return;
    const isLast = this.#last?.place.file === place.file && this.#last.place.line === place.line;
    const fixture = isLast ? this.#last!.fixture : null;
    await this.#measure({ ...chosen(place, { against: null, fixture }), writeTo });
  }

  async #measure(bench: ChosenBench, given: Wanted | null = null): Promise<void> {
    const wanted = given ?? (await this.profiling.wanted());
    const options = wanted && (await this.profiling.optionsFor(wanted));
    if (!options) return;
    this.#last = bench;
    const { place, against, fixture, writeTo, durationS, budgetS } = bench;
    const { report, problem } = await this.session.bench(
      `Benchmarking ${vscode.workspace.asRelativePath(place.file)}:${place.line}`,
      {
        run: {
          ...options,
          load: { ...options.load, durationS, warmupS: benchTimes.warmupS },
          intervalMicros: usualIntervalMicros(durationS),
        },
        ...place,
        ...{ against, fixture, writeTo, budgetS },
      },
    );
    if (report) await this.#show(report, place);
    // Not awaited: the benchmark is over, whenever the person answers.
    else if (problem) void this.#tell(problem, bench);
  }

  async #show(report: BenchReport, asked: Place): Promise<void> {
    // From here on the function is known by its first line.
    if (this.#last) this.#last = { ...this.#last, place: { ...asked, line: report.function.line } };
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(report.function.file));
    await this.panel.show({ report, baseFolder: folder?.uri.fsPath ?? '' });
  }

  async #tell(problem: BenchProblem, bench: ChosenBench): Promise<void> {
    const { kind, message, failure } = problem;
    if (kind === 'cancelled') return;
    if (failure) {
      return this.profiling.tellFailure(failure, async (durationS = bench.durationS) => {
        if (!(await this.profiling.isRefused())) await this.#measure({ ...bench, durationS });
      });
    }
    const actions = benchActions(problem);
    switch (await vscode.window.showErrorMessage(plainLine(message), ...actions)) {
      case 'Choose Another URL…':
        return this.#withOtherUrl(bench);
      case 'Choose File with Calls…':
        return this.#withFixture(bench);
      case 'Create File with Calls':
        return createFixture();
      case 'Measure on the Server':
        await vscode.commands.executeCommand('hotframe.measureAgainst');
        return;
      case 'Benchmark Another Way…':
        return this.#benchmark(bench.place);
      case 'Show Output':
        return this.output.show();
      case undefined:
        return;
    }
  }

  async #withOtherUrl(bench: ChosenBench): Promise<void> {
    const wanted = await this.profiling.wantedWithUrl();
    if (wanted) await this.#measure(bench, wanted);
  }

  async #withFixture(bench: ChosenBench): Promise<void> {
    const fixture = await askFixture();
    if (fixture === null || (await this.profiling.isRefused())) return;
    await this.#measure({ ...bench, fixture });
  }
}

function chosen(place: Place, choice: BenchChoice): ChosenBench {
  return { place, ...choice, ...benchSettings(vscode.Uri.file(place.file)), writeTo: null };
}

async function createFixture(): Promise<void> {
  const language = 'javascript';
  const document = await vscode.workspace.openTextDocument({ language, content: fixtureText });
  await vscode.window.showTextDocument(document);
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

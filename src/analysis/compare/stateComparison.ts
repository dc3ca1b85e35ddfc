import type { CodeChanges } from '../../shared/codeChange.ts';
import type { CompareReport } from '../../shared/compareReport.ts';
import type { Visibility } from '../../shared/flameWire.ts';
import type { Report } from '../../shared/report.ts';
import type { Repeat } from '../../shared/verdict.ts';
import { verdictSentence } from '../../shared/verdictText.ts';
import { codeChanges } from './codeChanges.ts';
import { CodeSide } from './codeSide.ts';
import { comparabilityWarnings, stateOf } from './comparedStates.ts';
import { CostMeasure } from './costMeasure.ts';
import { DiffFlameTree } from '../flame/diffFlame.ts';
import type { FunctionMatch } from './matchFunctions.ts';
import { repeatOf } from './repeatOf.ts';
import type { SavedRun } from '../profile/savedRun.ts';
import { refuseDeep } from './notComparable.ts';
import { matchStates } from './matchStates.ts';
import { compareRepeats, pairChanges } from './verdict.ts';

export interface ReportOptions {
  /** An interval that reaches no further is "no difference"; see verdict.ts. */
  narrowPercent?: number;
  /** See comparedStates.ts. */
  areLaunches?: boolean;
}

/** Two states of the code, as runs of them come in; profiles are read in and not kept. */
export class StateComparison {
  readonly base: CodeSide;
  readonly head: CodeSide;
  readonly #reports: Record<'base' | 'head', Report[]> = { base: [], head: [] };
  readonly #repeats: Record<'base' | 'head', Repeat[]> = { base: [], head: [] };
  readonly #sameCode: Repeat[] = [];

  constructor(visibility: Visibility) {
    this.base = new CodeSide(visibility);
    this.head = new CodeSide(visibility);
  }

  /**
   * Throws a {@link NotComparableError} for a deep run.
   * @param order ascending with time over the runs of both states
   */
  add(side: 'base' | 'head', { profile, report }: SavedRun, order: number): void {
    refuseDeep(report);
    this.#reports[side].push(report);
    const repeat = repeatOf(report, order);
    if (repeat) this.#repeats[side].push(repeat);
    this[side].add(profile, report, order);
  }

  /** A run that only says what this machine does by itself. */
  addSameCode(report: Report, order: number): void {
    refuseDeep(report);
    const repeat = repeatOf(report, order);
    if (repeat) this.#sameCode.push(repeat);
  }

  /** The flamegraph of both, of the runs so far. */
  flame(): DiffFlameTree {
    return new DiffFlameTree(this.base, this.head, this.#matches());
  }

  /** From which people read paths. */
  get baseFolder(): string {
    return [...this.#reports.head, ...this.#reports.base][0]?.target?.cwd ?? '';
  }

  /** Which functions and lines changed, of the runs so far. */
  changes(): CodeChanges {
    return codeChanges(this.base, this.head, this.#matches());
  }

  /** Source text of each changed line, of the head where it is in it; empty where it is not known. */
  lineTexts({ lines }: Pick<CodeChanges, 'lines'>): string[] {
    return lines.map(({ base, head }) => {
      const place = head ?? base;
      return place ? (head ? this.head : this.base).lineText(place.file, place.line) : '';
    });
  }

  /** CPU time of a whole request in each state, which the costs of functions and lines are parts of. */
  requestMicros(): { base: number; head: number } {
    return new CostMeasure(this.base.runs, this.head.runs).requestMicros;
  }

  report({ narrowPercent, areLaunches = false }: ReportOptions = {}): CompareReport {
    const { base, head } = this.#reports;
    const comparison = compareRepeats({
      ...this.#repeats,
      sameCode: this.#sameCode,
      ...(narrowPercent === undefined ? {} : { narrowPercent }),
    });
    return {
      hotframeComparison: 1,
      base: stateOf(base),
      head: stateOf(head),
      ...comparison,
      sentence: verdictSentence(comparison.verdict),
      pairs: pairChanges(comparison.verdict.metric, this.#repeats),
      warnings: [...comparabilityWarnings(base, head, { areLaunches }), ...mixedWarnings(this)],
      code: this.changes(),
    };
  }

  #matches(): FunctionMatch[] {
    return matchStates(this.base, this.head);
  }
}

function mixedWarnings({ base, head }: StateComparison): string[] {
  return (['base', 'head'] as const).flatMap((name) => {
    const { mixedFile } = { base, head }[name];
    if (mixedFile === null) return [];
    return [
      `${mixedFile} was not the same in all runs of the ${name}: a set of repeats must be of one code.`,
    ];
  });
}

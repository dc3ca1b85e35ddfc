import type { CodeChanges } from '../../shared/codeChange.ts';
import type { CompareReport } from '../../shared/compareReport.ts';
import type { Visibility } from '../../shared/flameWire.ts';
import type { Report } from '../../shared/report.ts';
import { routesSentence } from '../../shared/routeText.ts';
import type { Repeat } from '../../shared/verdict.ts';
import { memorySentence, verdictSentence, waitsSentence } from '../../shared/verdictText.ts';
import { codeChanges } from './codeChanges.ts';
import { CodeSide } from './codeSide.ts';
import { comparabilityWarnings, stateOf } from './comparedStates.ts';
import { CostMeasure } from './costMeasure.ts';
import { DiffFlameTree } from './diffFlame.ts';
import type { FunctionMatch } from './matchFunctions.ts';
import { repeatOf } from './repeatOf.ts';
import type { SavedRun } from '../saved/savedRun.ts';
import { refuseDeep } from './notComparable.ts';
import { matchStates } from './matchStates.ts';
import { compareRepeats, pairChanges } from './verdict.ts';

export interface ReportOptions {
  /** A wider interval around zero is not "no difference"; see verdict.ts. */
  narrowPercent?: number;
  areLaunches?: boolean;
}

/** Compares two states of the code as their runs come in. Profiles are read and not kept. */
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

  /** Adds a run that only shows the machine's own noise. */
  addSameCode(report: Report, order: number): void {
    refuseDeep(report);
    const repeat = repeatOf(report, order);
    if (repeat) this.#sameCode.push(repeat);
  }

  /** The flamegraph of both states, from the runs so far. */
  flame(): DiffFlameTree {
    return new DiffFlameTree(this.base, this.head, this.#matches());
  }

  get baseFolder(): string {
    return [...this.#reports.head, ...this.#reports.base][0]?.target?.cwd ?? '';
  }

  changes(): CodeChanges {
    return codeChanges(this.base, this.head, this.#matches());
  }

  /** Source text of each changed line, from the head if the line exists there; empty if unknown. */
  lineTexts({ lines }: Pick<CodeChanges, 'lines'>): string[] {
    return lines.map(({ base, head }) => {
      const place = head ?? base;
      return place ? (head ? this.head : this.base).lineText(place.file, place.line) : '';
    });
  }

  /**
   * CPU time of a whole request in each state; the costs of functions and lines are parts of it.
   */
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
    const code = this.changes();
    const sentences = [
      verdictSentence(comparison.verdict),
      waitsSentence(comparison.metrics),
      routesSentence(code.routes),
    ];
    return {
      hotframeComparison: 1,
      base: stateOf(base),
      head: stateOf(head),
      ...comparison,
      sentence: sentences.filter((each) => each !== '').join(' '),
      memorySentence: comparison.memory && memorySentence(comparison.memory),
      pairs: pairChanges(comparison.verdict.metric, this.#repeats),
      warnings: [...comparabilityWarnings(base, head, { areLaunches }), ...mixedWarnings(this)],
      code,
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

import { formatNumberOf } from '../../shared/format.ts';
import type {
  MeasureEstimate,
  MeasureProgress,
  MeasureReport,
  Side,
} from '../../shared/measure.ts';
import { phaseWords } from '../../shared/measureText.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { formatPercent, formatPercentRange, metricWords } from '../../shared/verdictText.ts';
import type { StatusWords } from '../run/runWords.ts';

/** What measuring is doing, in the words of the notification. */
export function measureWords(progress: MeasureProgress | null): string {
  if (!progress) return 'Asking git for the code before…';
  const { step } = progress;
  switch (step.kind) {
    case 'checking-out':
      return 'Checking out the code before into a temporary folder…';
    case 'building':
      return `Building the code before: ${step.command}…`;
    case 'removing':
      return 'Removing the temporary folder…';
    case 'running':
      return [
        `Pair ${pairOf(step.run)}, ${sideWords[step.side]}: ${phaseWords(step.state, 'reading the samples')}`,
        progress.estimate ? estimateWords(progress.estimate) : '',
        leftWords(progress),
      ]
        .filter((part) => part !== '')
        .join(' · ');
  }
}

/** `CPU per request: 12 % less, between 9.1 % and 15 %`. */
export function estimateWords({ metric, change }: Pick<MeasureEstimate, 'metric' | 'change'>) {
  const { percent, lowPercent, highPercent } = change;
  const less = metric === 'reqPerS' ? 'fewer' : 'less';
  const sided = (value: number) => `${size(value)} ${value < 0 ? less : 'more'}`;
  if (lowPercent < 0 && highPercent > 0) {
    return `${metricWords[metric]}: between ${sided(lowPercent)} and ${sided(highPercent)}`;
  }
  const [near, far] = [lowPercent, highPercent].sort((a, b) => Math.abs(a) - Math.abs(b));
  return `${metricWords[metric]}: ${sided(percent)}, between ${size(near!)} and ${size(far!)}`;
}

/** In percent of the time that it may take; what comes before the runs has none. */
export function measurePercent(progress: MeasureProgress | null): number {
  if (!progress) return 0;
  return Math.min(100, (100 * progress.elapsedS) / progress.budgetS);
}

/** The same for the status bar, in short. */
export function measureStatus(progress: MeasureProgress | null): StatusWords {
  return {
    text: `$(loading~spin) Hotframe: ${shortWords(progress)}`,
    tooltip: `Measuring your change. ${measureWords(progress)}\n\nClick to stop with what is known so far.`,
    command: 'hotframe.stop',
    isError: false,
  };
}

/** The verdict in short, until something else is shown. */
export function measuredStatus(report: MeasureReport): StatusWords {
  return {
    text: `$(beaker) ${verdictWords(report.verdict)}`,
    tooltip: `Hotframe: ${resultWords(report)}\n\nClick to show the comparison.`,
    command: 'hotframe.showComparison',
    isError: false,
  };
}

/** `17–32 % faster`; what it is of is in the tooltip. */
function verdictWords(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'faster':
    case 'slower':
      return `${formatPercentRange(verdict.lowPercent, verdict.highPercent)} ${verdict.kind}`;
    case 'no-difference':
      return `No difference above ${formatPercent(verdict.largerThanPercent)}`;
    case 'cannot-tell':
      return 'Cannot tell yet';
  }
}

/** The end for people: the verdict, of which states, and why it ended. */
export function resultWords(report: MeasureReport): string {
  const { baseWords, headWords, endSentence } = report.measured;
  const warnings =
    report.warnings.length > 0
      ? ` The comparison has ${formatNumberOf(report.warnings.length, 'warning')}.`
      : '';
  return `${report.sentence} Now: ${headWords}. Before: ${baseWords}. ${endSentence}${warnings}`;
}

const sideWords: Record<Side, string> = { base: 'before', head: 'now' };

function shortWords(progress: MeasureProgress | null): string {
  if (progress?.step.kind !== 'running') return 'preparing to measure…';
  const { estimate, step } = progress;
  if (!estimate) return `measuring, pair ${pairOf(step.run)}…`;
  const { lowPercent, highPercent, percent } = estimate.change;
  const half = size((highPercent - lowPercent) / 2);
  const sign = percent < 0 ? '−' : '+';
  return `${metricWords[estimate.metric]} ${sign}${size(percent)} ± ${half}`;
}

function size(percent: number): string {
  return formatPercent(Math.abs(percent));
}

function pairOf(run: number): number {
  return Math.ceil(run / 2);
}

function leftWords({ elapsedS, budgetS }: MeasureProgress): string {
  const left = Math.max(0, Math.round(budgetS - elapsedS));
  return `at most ${left} s left`;
}

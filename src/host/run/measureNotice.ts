import { formatNumberOf } from '../../shared/format.ts';
import type {
  MeasureEstimate,
  MeasureProgress,
  MeasureReport,
  Side,
} from '../../shared/measure.ts';
import { phaseText } from '../../shared/measureText.ts';
import type { MemoryVerdict, Verdict } from '../../shared/verdict.ts';
import { formatPercent, formatPercentRange, metricText } from '../../shared/verdictText.ts';
import { failureNotice } from './failureNotice.ts';
import type { StatusText } from './runText.ts';

export function measureNotice(progress: MeasureProgress | null): string {
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
        `Pair ${pairOf(step.run)}, ${sideText[step.side]}: ${phaseText(step.state, 'reading the samples')}`,
        progress.estimate ? estimateText(progress.estimate) : '',
        leftText(progress),
      ]
        .filter((part) => part !== '')
        .join(' · ');
  }
}

/** `CPU per request: 12 % less, between 9.1 % and 15 %` */
export function estimateText({ metric, change }: Pick<MeasureEstimate, 'metric' | 'change'>) {
  const { percent, lowPercent, highPercent } = change;
  const less = metric === 'reqPerS' ? 'fewer' : 'less';
  const sided = (value: number) => `${size(value)} ${value < 0 ? less : 'more'}`;
  if (lowPercent < 0 && highPercent > 0) {
    return `${metricText[metric]}: between ${sided(lowPercent)} and ${sided(highPercent)}`;
  }
  const [near, far] = [lowPercent, highPercent].sort((a, b) => Math.abs(a) - Math.abs(b));
  return `${metricText[metric]}: ${sided(percent)}, between ${size(near!)} and ${size(far!)}`;
}

/** Percent of the time budget; steps before the runs count nothing. */
export function measurePercent(progress: MeasureProgress | null): number {
  if (!progress) return 0;
  return Math.min(100, (100 * progress.elapsedS) / progress.budgetS);
}

export function measureStatus(progress: MeasureProgress | null): StatusText {
  return {
    text: `$(loading~spin) Hotframe: ${shortText(progress)}`,
    tooltip: `Measuring your change. ${measureNotice(progress)}\n\nClick to stop with what is known so far.`,
    command: 'hotframe.stop',
    isError: false,
  };
}

export function measuredStatus(report: MeasureReport): StatusText {
  return {
    text: `$(beaker) ${verdictNotice(report.verdict)}`,
    tooltip: `Hotframe: ${resultText(report)}\n\nClick to show the comparison.`,
    command: 'hotframe.showComparison',
    isError: false,
  };
}

/** `17–32 % faster`; the tooltip names the metric. */
function verdictNotice(verdict: Verdict): string {
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

/** The result for people: the verdict, the two states, and why the measurement ended. */
export function resultText(report: MeasureReport): string {
  const { baseText, headText, endSentence, endWording = endSentence } = report.measured;
  const end = failureNotice({ message: endSentence, wording: endWording });
  const warnings =
    report.warnings.length > 0
      ? ` The comparison has ${formatNumberOf(report.warnings.length, 'warning')}.`
      : '';
  const memory = report.memory && isChange(report.memory) ? ` ${report.memorySentence}` : '';
  return `${report.sentence}${memory} Now: ${headText}. Before: ${baseText}. ${end}${warnings}`;
}

function isChange({ kind }: MemoryVerdict): boolean {
  return kind === 'less' || kind === 'more';
}

const sideText: Record<Side, string> = { base: 'before', head: 'now' };

function shortText(progress: MeasureProgress | null): string {
  if (progress?.step.kind !== 'running') return 'preparing to measure…';
  const { estimate, step } = progress;
  if (!estimate) return `measuring, pair ${pairOf(step.run)}…`;
  const { lowPercent, highPercent, percent } = estimate.change;
  const half = size((highPercent - lowPercent) / 2);
  const sign = percent < 0 ? '−' : '+';
  return `${metricText[estimate.metric]} ${sign}${size(percent)} ± ${half}`;
}

function size(percent: number): string {
  return formatPercent(Math.abs(percent));
}

function pairOf(run: number): number {
  return Math.ceil(run / 2);
}

function leftText({ elapsedS, budgetS }: MeasureProgress): string {
  const left = Math.max(0, Math.round(budgetS - elapsedS));
  return `at most ${left} s left`;
}

import { formatNumberOf } from '../../shared/format.ts';
import type { MetricEstimate, Repeat } from '../../shared/verdict.ts';

/** Sentences on what makes a comparison less certain, gravest first. */
export function comparisonNotes(
  runs: readonly Repeat[],
  sameCode: readonly Repeat[],
  estimates: readonly MetricEstimate[],
): string[] {
  const notes: string[] = [];
  const warned = runs.filter(({ warnings }) => warnings.length > 0);
  if (warned.length > 0) {
    const counts = new Map<string, number>();
    for (const { warnings } of warned) {
      for (const warning of warnings) {
        const kind = withoutNumbers(warning);
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    const example = warned
      .flatMap(({ warnings }) => warnings)
      .find((warning) => withoutNumbers(warning) === most![0])!;
    notes.push(
      `${formatNumberOf(warned.length, 'run')} of ${runs.length} ${warned.length === 1 ? 'has' : 'have'} a warning, most often: ${example}`,
    );
  }
  const [cpu, rate] = [find(estimates, 'cpuMicrosPerRequest'), find(estimates, 'reqPerS')];
  if (cpu?.change && rate?.change && contradict(cpu.change, rate.change)) {
    notes.push(
      'CPU time per request and requests per second both rose or both fell: the server waits more or less than before, which CPU time does not show.',
    );
  }
  if (sameCode.length === 1) {
    notes.push('One run of the same code says nothing of how far two are apart: give several.');
  }
  return notes;
}

function find(estimates: readonly MetricEstimate[], metric: MetricEstimate['metric']) {
  return estimates.find((each) => each.metric === metric);
}

/** Whether both changes exceed their noise in the same direction. */
function contradict(
  cpu: NonNullable<MetricEstimate['change']>,
  rate: NonNullable<MetricEstimate['change']>,
): boolean {
  return (
    (cpu.lowPercent > 0 && rate.lowPercent > 0) || (cpu.highPercent < 0 && rate.highPercent < 0)
  );
}

/** Removes figures, which differ between runs with the same warning. */
function withoutNumbers(text: string): string {
  return text.replace(/[\d.,\u202f]+/g, '#');
}

import type { TestContext } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import { repeatMark } from '../runner/runTestFile.ts';

/** How many measurements must agree where the first was wrong on a busy machine. */
const repeats = 2;

/**
 * Measures shares of time and lets `judge` throw where they are wrong. Shares move while another
 * program has the CPU: only where the report itself says so, a wrong one is measured twice more, both
 * of which must be right. The runner counts such repeats and tells the reason.
 */
export async function measured<T>(
  context: TestContext,
  measure: () => Promise<T>,
  judge: (measured: T) => void,
  reportsOf: (measured: T) => Report[],
): Promise<void> {
  const first = await measure();
  try {
    judge(first);
  } catch (error) {
    const [reason] = reportsOf(first).flatMap(cpuWarnings);
    if (reason === undefined) throw error;
    context.diagnostic(`${repeatMark}${reason}`);
    for (let repeat = 0; repeat < repeats; repeat++) judge(await measure());
  }
}

/** The sentence in which a report says that another program had the CPU, if it does. */
export function cpuWarnings({ load }: Report): string[] {
  return (load?.warnings ?? []).filter((each) => each.includes('the server waited for a CPU'));
}

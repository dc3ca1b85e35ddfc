import type { FileResult, TestResult } from './runTestFile.ts';

/** A part of the whole time; some run side by side. */
export interface Part {
  name: string;
  seconds: number;
}

/** Files that take less are told in one line together. */
const tellFromSeconds = 2;

/**
 * Prints times and failures, and the last line `N passed, N failed`; true where something ran and all
 * of it passed. `notRun` are whole files, each of which counts as one that is skipped.
 */
export function printSummary(
  files: readonly FileResult[],
  parts: readonly Part[],
  notRun: number,
): boolean {
  printTimes(files);
  const told = parts.filter(({ seconds }) => seconds >= 0.5);
  for (const { name, seconds } of told) console.log(`${inSeconds(seconds)}  ${name}`);
  console.log('');

  const repeats = files.flatMap(({ file, repeats }) =>
    repeats.map((reason) => `${file.name}: ${reason}`),
  );
  if (repeats.length > 0) console.log(`Measured again ${repeats.length} times:`);
  for (const repeat of repeats) console.log(`  ${repeat}`);

  const results = files.flatMap(({ results }) => [...results]);
  for (const [name, reason] of files.flatMap(({ reasons }) => [...reasons])) {
    console.log(`Failed: ${name}\n${reason.replace(/^/gm, '  ')}\n`);
  }
  const passed = count(results, 'passed');
  const failed = count(results, 'failed');
  const skipped = count(results, 'skipped') + notRun;
  if (results.length === 0) console.log('No test ran.');
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && passed > 0;
}

/** By file, slowest first. */
function printTimes(files: readonly FileResult[]): void {
  console.log('Time by file, slowest first');
  const slow = files.filter(({ seconds }) => seconds >= tellFromSeconds);
  for (const { file, seconds, results } of [...slow].sort((a, b) => b.seconds - a.seconds)) {
    const tests = [...results].filter(([, result]) => result !== 'group').length;
    console.log(`${inSeconds(seconds)}  ${file.name} (${tests} tests)`);
  }
  const quick = files.filter(({ seconds }) => seconds < tellFromSeconds);
  const together = quick.reduce((sum, { seconds }) => sum + seconds, 0);
  if (quick.length > 0) {
    const each = `${quick.length} files of less than ${tellFromSeconds} s each`;
    console.log(`${inSeconds(together)}  ${each}`);
  }
  console.log('');
}

function count(results: readonly (readonly [string, TestResult])[], kind: TestResult): number {
  return results.filter(([, result]) => result === kind).length;
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(9);
}

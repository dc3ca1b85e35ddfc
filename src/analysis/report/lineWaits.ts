import type { LineReport } from '../../shared/report.ts';
import type { WaitingLine } from '../../shared/requestTimes.ts';

/** Tells the lines at which requests wait, and adds those that never ran on the CPU. */
export function withWaits(
  lines: readonly LineReport[],
  waiting: readonly WaitingLine[],
): LineReport[] {
  const waits = new Map(waiting.map((each) => [`${each.file}:${each.line}`, each]));
  const told = lines.map((line) => {
    const key = `${line.file}:${line.line}`;
    const found = waits.get(key);
    waits.delete(key);
    return found ? { ...line, ...waitsOf(found) } : line;
  });
  return [...told, ...[...waits.values()].map(waitingLine)];
}

function waitsOf({ waitMs, waits }: WaitingLine): Pick<LineReport, 'waitMs' | 'waits'> {
  return { waitMs, waits };
}

function waitingLine(waiting: WaitingLine): LineReport {
  const { file, line } = waiting;
  return { ...lineWithoutTime(file, line), viaAwait: 0, ...waitsOf(waiting) };
}

/** A line that no sample has. */
export function lineWithoutTime(file: string, line: number): LineReport {
  return {
    ...{ file, line, self: 0, own: 0, total: 0, exact: true },
    parts: { gc: 0, v8: 0, native: 0, core: 0, deps: 0 },
    tiers: { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0 },
  };
}

import type { LineReport } from '../../shared/report.ts';
import type { WaitKind, WaitReport } from '../../shared/requestTimes.ts';
import type { Facts } from './rule.ts';

/** The waits of some kinds at a line: together, and the longest of them. */
export interface LineWait {
  line: LineReport;
  ms: number;
  perRequest: number;
  longest: WaitReport;
}

/** Waits of the kinds, by line, longest first. */
export function waitsOf({ report }: Facts, isWanted: (kind: WaitKind) => boolean): LineWait[] {
  return report.lines
    .flatMap((line): LineWait[] => {
      const waits = (line.waits ?? []).filter(({ kind }) => isWanted(kind));
      const [longest] = waits;
      if (!longest) return [];
      const sum = (of: (wait: WaitReport) => number) =>
        waits.reduce((all, each) => all + of(each), 0);
      return [{ line, longest, ms: sum(({ ms }) => ms), perRequest: sum((w) => w.perRequest) }];
    })
    .sort((a, b) => b.ms - a.ms);
}

/** Done by the threads of libuv's pool, of which there are four unless the server asks for more. */
export function isPoolWork(kind: WaitKind): boolean {
  return kind === 'fs' || kind === 'dns' || kind === 'zlib' || kind === 'crypto';
}

/** Done by another program, which is asked over the network. */
export function isRemote(kind: WaitKind): boolean {
  return kind === 'db' || kind === 'http' || kind === 'net';
}

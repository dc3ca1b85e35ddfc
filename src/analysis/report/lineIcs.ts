import type { IcReport } from '../../shared/report.ts';
import { icStates, worstFirst } from '../merge/mergeIcs.ts';
import type { Profile, ProfileIcSite } from '../profile/profile.ts';

const maxPerLine = 12;

/** Property accesses by `file:line`, worst first. Of several threads' states, the worst counts. */
export function icsByLine({ icSites = [] }: Profile): Map<string, IcReport[]> {
  const byLine = new Map<string, Map<string, IcReport>>();
  for (const site of icSites) {
    const line = `${site.file}:${site.line}`;
    let there = byLine.get(line);
    if (!there) byLine.set(line, (there = new Map()));
    const key = `${site.kind}:${site.column}:${site.property}`;
    const known = there.get(key);
    there.set(key, known ? worseOf(known, reportOf(site)) : reportOf(site));
  }
  return new Map(
    [...byLine].map(([line, there]) => {
      const sorted = [...there.values()].sort((a, b) => worstFirst(a, b) || a.column - b.column);
      return [line, sorted.slice(0, maxPerLine)];
    }),
  );
}

function worseOf(a: IcReport, b: IcReport): IcReport {
  const difference = icStates.indexOf(a.state) - icStates.indexOf(b.state);
  const isFirst = difference > 0 || (difference === 0 && a.shapeCount >= b.shapeCount);
  return {
    ...(isFirst ? a : b),
    keyCount: Math.max(a.keyCount, b.keyCount),
    misses: a.misses + b.misses,
  };
}

function reportOf({ file: _file, line: _line, isolate: _isolate, ...ic }: ProfileIcSite): IcReport {
  return ic;
}

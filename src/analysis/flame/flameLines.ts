import type { LineFunction } from '../../shared/flameWire.ts';
import type { LineReport } from '../../shared/report.ts';
import { flameCounts } from './flameCounts.ts';
import type { FlameMarkers } from './flameMarkers.ts';
import type { Profile } from '../profile/profile.ts';

/** The function of each line, by `file:line`; of several the one with most samples there. */
export function lineFunctions(
  profile: Profile,
  lines: readonly Pick<LineReport, 'file' | 'line'>[],
  markers: FlameMarkers,
): Record<string, LineFunction> {
  const { functions, frames, nodes } = profile;
  const samplesOfFrame = new Int32Array(frames.function.length);
  const { total } = flameCounts(profile);
  for (let node = 1; node < total.length; node += 1) {
    samplesOfFrame[nodes.frame[node]!]! += total[node]!;
  }
  const byFile = new Map(lines.map(({ file }) => [file, new Map<number, Wanted>()]));
  for (const { file, line } of lines) byFile.get(file)!.set(line, { fn: -1, samples: -1 });
  // There are fewer functions than frames.
  const linesOf = functions.map(({ file }) => byFile.get(file));
  samplesOfFrame.forEach((samples, frame) => {
    const fn = frames.function[frame]!;
    const entry = linesOf[fn]?.get(frames.line[frame]!);
    if (!entry || samples <= entry.samples) return;
    entry.fn = fn;
    entry.samples = samples;
  });
  const result: Record<string, LineFunction> = {};
  for (const [file, wanted] of byFile) {
    for (const [line, { fn }] of wanted) {
      const found = functions[fn];
      if (!found) continue;
      result[`${file}:${line}`] = { functionId: fn, name: found.name, ...markers(found) };
    }
  }
  return result;
}

/** The best function for a line so far. */
interface Wanted {
  fn: number;
  samples: number;
}

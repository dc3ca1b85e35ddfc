import type { Profile } from '../profile/profile.ts';
import type { FunctionReport } from '../../shared/report.ts';

/** The reported functions whose code ran on a line; several if functions nest. */
export type FunctionsAt = (file: string, line: number) => FunctionReport[];

/**
 * Finds functions by the lines of their samples, without knowing where their text begins and ends.
 */
export function functionsByLine(profile: Profile, functions: FunctionReport[]): FunctionsAt {
  const reported = new Map(functions.map((each) => [keyOf(each), each]));
  // There are fewer functions than frames, and making a key for each frame would dominate the time.
  const reportOf = profile.functions.map((fn) => reported.get(keyOf(fn)));
  const byFile = new Map(
    functions.map(({ file }) => [file, new Map<number, Set<FunctionReport>>()]),
  );
  const { function: functionOf, line } = profile.frames;
  for (let frame = 0; frame < functionOf.length; frame++) {
    const found = reportOf[functionOf[frame]!];
    if (!found) continue;
    const lines = byFile.get(found.file)!;
    const there = lines.get(line[frame]!);
    if (there) there.add(found);
    else lines.set(line[frame]!, new Set([found]));
  }
  return (file, at) => [...(byFile.get(file)?.get(at) ?? [])].sort((a, b) => b.self - a.self);
}

function keyOf(of: { name: string; file: string; line: number; column: number }): string {
  return `${of.file}:${of.line}:${of.column}:${of.name}`;
}

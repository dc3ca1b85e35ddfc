import type { Profile } from '../profile/profile.ts';
import type { FunctionReport } from '../../shared/report.ts';

/** The reported functions whose code ran on a line, of which there are several where functions nest. */
export type FunctionsAt = (file: string, line: number) => FunctionReport[];

/** Looks functions up by what the samples say; where a function begins and ends in the text is not known. */
export function functionsByLine(profile: Profile, functions: FunctionReport[]): FunctionsAt {
  const reported = new Map(functions.map((each) => [keyOf(each), each]));
  const byLine = new Map<string, Set<FunctionReport>>();
  const { function: functionOf, line } = profile.frames;
  for (let frame = 0; frame < functionOf.length; frame++) {
    const entry = profile.functions[functionOf[frame] ?? -1];
    const found = entry && reported.get(keyOf(entry));
    if (!found) continue;
    const key = `${found.file}:${line[frame]}`;
    const there = byLine.get(key);
    if (there) there.add(found);
    else byLine.set(key, new Set([found]));
  }
  return (file, at) => [...(byLine.get(`${file}:${at}`) ?? [])].sort((a, b) => b.self - a.self);
}

function keyOf(of: { name: string; file: string; line: number; column: number }): string {
  return `${of.file}:${of.line}:${of.column}:${of.name}`;
}

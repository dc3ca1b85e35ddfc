import { saveRun } from '../analysis/savedRun.ts';
import type { RunOutcome } from '../engine/run.ts';
import type { Outputs } from './arguments.ts';
import { writeWholeFile } from './outputFile.ts';

/** Writes the files that were asked for. A failed run leaves its JSON only. */
export function writeOutputs(
  { report, profile }: RunOutcome,
  outputs: Outputs,
): { written: string[]; problems: string[] } {
  const written: string[] = [];
  const problems: string[] = [];
  const write = (what: string, path: string, text: () => string): void => {
    try {
      writeWholeFile(path, text());
      written.push(`${what}  ${path}`);
    } catch (error) {
      problems.push(`${path} could not be written, ${reasonOf(error)}.`);
    }
  };
  if (outputs.json !== null && outputs.json !== '-') {
    write('Report as JSON', outputs.json, () => `${JSON.stringify(report, null, 2)}\n`);
  }
  if (!profile || report.failure) return { written, problems };
  if (outputs.out !== null) write('Saved run', outputs.out, () => saveRun(profile, report));
  return { written, problems };
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'the disk is full; free some space and run again';
  return error instanceof Error ? error.message : String(error);
}

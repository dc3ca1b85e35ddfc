import { saveRun } from '../analysis/profile/savedRun.ts';
import type { RunOutcome } from '../engine/run.ts';
import type { Report } from '../shared/report.ts';
import type { Outputs } from './arguments.ts';
import { renderHtmlPage, type HtmlPageExtras } from '../engine/profile/htmlPage.ts';
import { writeWholeFile } from '../engine/wholeFile.ts';

/** Writes the files that were asked for. A failed run without samples leaves its JSON only. */
export function writeOutputs(
  { report, profile }: RunOutcome,
  outputs: Outputs,
  pageExtras: HtmlPageExtras,
): { written: string[]; problems: string[] } {
  const written: string[] = [];
  const problems: string[] = [];
  const write = (what: string, path: string, text: () => string): void => {
    try {
      writeWholeFile(path, text());
      written.push(`${what.padEnd(14)}  ${path}`);
    } catch (error) {
      problems.push(`${path} could not be written, ${reasonOf(error)}.`);
    }
  };
  if (outputs.json !== null && outputs.json !== '-') {
    write('Report as JSON', outputs.json, () => reportJson(report));
  }
  if (!profile) return { written, problems };
  if (outputs.html !== null) {
    write('Page', outputs.html, () => renderHtmlPage(profile, report, pageExtras));
  }
  if (outputs.out !== null) write('Saved run', outputs.out, () => saveRun(profile, report));
  return { written, problems };
}

/** The report as it is written to a file or to standard output. */
export function reportJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'the disk is full; free some space and run again';
  return error instanceof Error ? error.message : String(error);
}

import { type SaveTarget, saveTitle } from './options/saveOption.ts';
import type { RunOutcome } from '../engine/run/runOutcome.ts';
import type { FindingKind } from '../shared/finding.ts';
import { plainJson } from '../shared/plainText.ts';
import type { Report } from '../shared/report.ts';
import type { HtmlPageExtras } from '../engine/profile/htmlPage.ts';
import { writeProfileFile } from '../engine/profile/savedFile.ts';
import { writeWholeFile } from '../engine/files/wholeFile.ts';
import type { SaveFormat } from '../shared/saveFormats.ts';

/** Writes the requested files. A failed run without samples gives only its JSON. */
export function writeOutputs(
  { report, profile }: Pick<RunOutcome, 'report' | 'profile'>,
  outputs: Outputs,
  pageExtras: HtmlPageExtras,
): { written: string[]; problems: string[] } {
  const written: string[] = [];
  const problems: string[] = [];
  const write = (what: string, path: string, put: () => void): void => {
    try {
      put();
      written.push(`${what.padEnd(16)}  ${path}`);
    } catch (error) {
      problems.push(`${path} could not be written, ${reasonOf(error)}.`);
    }
  };
  if (outputs.json !== null && outputs.json !== '-') {
    const { json } = outputs;
    write('Report as JSON', json, () => writeWholeFile(json, reportJson(report)));
  }
  if (!profile) return { written, problems };
  const input = { profile, report, ...pageExtras };
  const save = (what: string, path: string, format: SaveFormat): void =>
    write(what, path, () => writeProfileFile(path, format, input));
  if (outputs.html !== null) save('Page', outputs.html, 'html');
  if (outputs.out !== null) save('Saved run', outputs.out, 'cpuprofile');
  for (const { path, format } of outputs.saves) save(saveTitle(format), path, format);
  return { written, problems };
}

export function reportJson(report: Report): string {
  return `${plainJson(report)}\n`;
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'the disk is full; free some space and run again';
  return error instanceof Error ? error.message : String(error);
}

/** Absolute paths of the files to write; `json` may be `-`. */
export interface Outputs {
  /** Kinds of findings that are shown and written nowhere. */
  findingsOff: FindingKind[];
  json: string | null;
  html: string | null;
  out: string | null;
  saves: SaveTarget[];
}

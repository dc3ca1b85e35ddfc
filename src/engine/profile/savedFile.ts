import { gzipSync } from 'node:zlib';
import { collapsedText } from '../../analysis/export/collapsed.ts';
import { flameSvg } from '../../analysis/export/flameSvg.ts';
import { pprofBytes } from '../../analysis/export/pprof.ts';
import { speedscopeText } from '../../analysis/export/speedscope.ts';
import { savedRunPieces, type SavedRun } from '../../analysis/saved/savedRun.ts';
import type { SaveFormat } from '../../shared/saveFormats.ts';
import { writeWholeFile } from '../files/wholeFile.ts';
import { renderHtmlPage, type HtmlPageExtras } from './htmlPage.ts';

/** A profile to save, with what an HTML page needs. */
export type SaveInput = SavedRun & HtmlPageExtras;

/** Writes the file completely or not at all, readable by its owner only. Throws an Error with the reason. */
export function writeProfileFile(path: string, format: SaveFormat, input: SaveInput): void {
  try {
    writeWholeFile(path, contentOf(format, input));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // V8 limits a string to 512 MB.
    throw new Error('the profile is too large for this format; .pb.gz takes the least room');
  }
}

function contentOf(format: SaveFormat, input: SaveInput): string | Uint8Array | Generator<string> {
  const { profile, report } = input;
  switch (format) {
    case 'cpuprofile':
      return savedRunPieces(profile, report);
    case 'speedscope':
      return speedscopeText(profile, report);
    case 'collapsed':
      return collapsedText(profile, report, input.baseFolder);
    case 'pprof':
      return gzipSync(pprofBytes(profile, report));
    case 'html':
      return renderHtmlPage(profile, report, input);
    case 'svg':
      return flameSvg(profile, report, input.baseFolder);
  }
}

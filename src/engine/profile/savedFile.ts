import { gzipSync } from 'node:zlib';
import { collapsedText } from '../../analysis/export/collapsed.ts';
import { flameSvg } from '../../analysis/export/flameSvg.ts';
import { pprofBytes } from '../../analysis/export/pprof.ts';
import { speedscopeText } from '../../analysis/export/speedscope.ts';
import { savedRunPieces, type SavedRun } from '../../analysis/profile/savedRun.ts';
import type { SaveFormat } from '../../shared/saveFormats.ts';
import { writeWholeFile } from '../wholeFile.ts';
import { renderHtmlPage, type HtmlPageExtras } from './htmlPage.ts';

/** A profile that is to become a file, with what a page needs beside it. */
export type SaveInput = SavedRun & HtmlPageExtras;

/** Writes the profile in a format, whole or not at all and for its owner only; throws an Error with the reason. */
export function writeProfileFile(path: string, format: SaveFormat, input: SaveInput): void {
  try {
    writeWholeFile(path, contentOf(format, input));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // A text of 512 MB is the longest that V8 makes.
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

import type { BenchFigures, BenchReport } from './bench.ts';
import { shapesSentence } from './benchShapes.ts';
import {
  bytesText,
  callTimeText,
  deoptText,
  eliminationSentence,
  tierSentence,
} from './benchText.ts';
import { formatCount, formatShare } from './format.ts';

/** The rows of a benchmark, for the terminal and the editor. Their strings are from the user's code. */
export interface BenchRow {
  what: string;
  text: string;
}

/** Rows on the calls that were measured, and on what they are under load. */
export function loadRows({ recording, underLoad, shapes }: BenchReport): BenchRow[] {
  const rows: BenchRow[] = [];
  if (recording) {
    const { kept, calls, requests, everyNth, isUsed } = recording;
    const inRequests = `${formatCount(calls)} calls in ${formatCount(requests)} requests`;
    const text = isUsed ? `${kept} of ${inRequests}, one in ${everyNth}` : inRequests;
    rows.push({ what: 'Calls', text });
  }
  if (underLoad) {
    const text = `${formatShare(underLoad.share)} of the CPU time of a request`;
    rows.push({ what: 'Under load', text });
  }
  if (shapes) rows.push({ what: 'Shapes', text: shapesSentence(shapes) });
  return rows;
}

/** A time never comes without the proof that something ran, and the tier that it ran in. */
export function figureRows(figures: BenchFigures, { underLoad }: BenchReport): BenchRow[] {
  return [
    { what: 'Per call', text: callTimeText(figures) },
    { what: 'Proof', text: eliminationSentence(figures) },
    { what: 'Tier', text: tierSentence(figures, underLoad) },
    { what: 'Allocated', text: `${bytesText(figures)} per call` },
    { what: 'Deoptimized', text: deoptText(figures) },
  ];
}

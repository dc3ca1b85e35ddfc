import type { ProfileSummary } from '../../shared/linesWire.ts';
import { largerShare, shownShares, type ShownTimes } from '../../shared/shownTimes.ts';

type ReportedLine = ProfileSummary['lines'][number];

/** The lines that the editor shows, those first that take the largest share of CPU time or latency. */
export function shownLines(
  { lines, requests }: Pick<ProfileSummary, 'lines' | 'requests'>,
  options: { minShare: number; times: ShownTimes },
): ReportedLine[] {
  return lines
    .map((line) => ({ line, share: largerShare(shownShares(line, requests, options)) }))
    .filter(({ line, share }) => share > 0 && line.uri !== '')
    .sort((a, b) => b.share - a.share)
    .map(({ line }) => line);
}

export interface Place {
  uri: string;
  line: number;
}

/**
 * The index of the place to go to, in `places` from the hottest on: from the one that the cursor is
 * on to the next (1) or previous (-1), around the ends; from elsewhere to the one after the last
 * that was gone to, and the first time to the hottest.
 */
export function nextPlace(
  places: readonly Place[],
  cursor: Place | null,
  lastIndex: number | null,
  step: 1 | -1,
): number | null {
  if (places.length === 0) return null;
  const isCursor = (place: Place | undefined) =>
    place !== undefined && cursor?.uri === place.uri && cursor.line === place.line;
  const at = isCursor(places[lastIndex ?? -1]) ? lastIndex! : places.findIndex(isCursor);
  const from = at >= 0 ? at : lastIndex;
  if (from === null) return step === 1 ? 0 : places.length - 1;
  return (from + step + places.length) % places.length;
}

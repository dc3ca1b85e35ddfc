import type { ProfileSummary } from '../../shared/linesWire.ts';
import {
  largerShare,
  shownShares,
  type ShownShares,
  type ShownTimes,
} from '../../shared/shownTimes.ts';

type ReportedLine = ProfileSummary['lines'][number];

export interface ShownOptions {
  /** Lines with a smaller share of the CPU time (0…1) are not shown for it. */
  minShare: number;
  times: ShownTimes;
}

/** A line with the shares that are shown of it. */
export interface ShownLine {
  line: ReportedLine;
  shares: ShownShares;
}

/** The lines with a time that is shown, those first that take the largest share of CPU time or latency. */
export function timedLines(
  { lines, requests }: Pick<ProfileSummary, 'lines' | 'requests'>,
  options: ShownOptions,
): ShownLine[] {
  return lines
    .map((line) => ({ line, shares: shownShares(line, requests, options) }))
    .filter(({ shares }) => largerShare(shares) > 0)
    .sort((a, b) => largerShare(b.shares) - largerShare(a.shares));
}

/** Those of them that an editor can show. */
export function shownLines(
  profile: Pick<ProfileSummary, 'lines' | 'requests'>,
  options: ShownOptions,
): ReportedLine[] {
  return timedLines(profile, options)
    .map(({ line }) => line)
    .filter(({ uri }) => uri !== '');
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

import type { EditorLine, ProfileSummary } from '../../shared/lspWire.ts';

type ReportedLine = ProfileSummary['lines'][number];

/** Where a line of the report is now: the line of the answer with the same figures, nearest to where it was. */
export function lineNow(reported: ReportedLine, answer: readonly EditorLine[]): number {
  const same = answer.filter(
    ({ self, own, total }) =>
      self === reported.self && own === reported.own && total === reported.total,
  );
  const distance = ({ line }: EditorLine) => Math.abs(line - reported.line);
  return same.sort((a, b) => distance(a) - distance(b))[0]?.line ?? reported.line;
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

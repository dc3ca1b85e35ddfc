import { awaitText } from '../../shared/awaitText.ts';
import { formatLatency, formatRate, formatShare } from '../../shared/format.ts';
import type { ProfileSummary } from '../../shared/linesWire.ts';
import { timedLines, type ShownOptions } from './hotPlaces.ts';

const maxLines = 20;

/** The profile as text for a message or an issue: what ran, how fast, and the hottest lines of those that the editor shows. */
export function hotLinesText(
  profile: ProfileSummary,
  options: ShownOptions,
  pathOf: (file: string) => string,
): string {
  const { title, load } = profile;
  const head = load
    ? `${title}: ${formatRate(load.reqPerS.mean)} req/s, ${formatLatency(load.latencyMs.mean)} mean`
    : title;
  const rows = timedLines(profile, options)
    .slice(0, maxLines)
    .map(({ line: row, shares }) => {
      const { self, file, line, functionName, note } = row;
      const share = shares.cpu > 0 ? formatShare(self) : '';
      const place = `${pathOf(file)}:${line}  ${functionName}`;
      const more = [note, awaitText(row)].filter((words) => words !== '');
      return [`${share.padStart(7)}  ${place}`, ...more].join('  ');
    });
  return [head, ...rows, ''].join('\n');
}

import { awaitText } from '../../shared/awaitText.ts';
import { formatLatency, formatRate, formatShare } from '../../shared/format.ts';
import type { ProfileSummary } from '../../shared/linesWire.ts';

const maxLines = 20;

/** The profile as text for a message or an issue: what ran, how fast, and the hottest lines. */
export function hotLinesText(profile: ProfileSummary, pathOf: (file: string) => string): string {
  const { title, load, lines } = profile;
  const head = load
    ? `${title}: ${formatRate(load.reqPerS.mean)} req/s, ${formatLatency(load.latencyMs.mean)} mean`
    : title;
  const rows = lines.slice(0, maxLines).map((row) => {
    const { self, file, line, functionName, note } = row;
    const place = `${pathOf(file)}:${line}  ${functionName}`;
    const more = [note, awaitText(row)].filter((words) => words !== '');
    return [`${formatShare(self).padStart(7)}  ${place}`, ...more].join('  ');
  });
  return [head, ...rows, ''].join('\n');
}

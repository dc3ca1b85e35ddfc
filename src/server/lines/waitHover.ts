import { formatRoughMs, formatShare } from '../../shared/format.ts';
import type { LineReport } from '../../shared/report.ts';
import type { RequestsReport } from '../../shared/requestTimes.ts';
import {
  awaitOfPair,
  serialText,
  waitFacts,
  waitShareOf,
  waitSign,
  waitTarget,
} from '../../shared/requestText.ts';
import { escapeMarkdown } from '../core/markdown.ts';

const maxWaits = 6;

/** How long requests wait on a line, and for what; nothing where that is too little to be shown. */
export function waitPart(line: LineReport, requests: RequestsReport | null | undefined): string[] {
  const share = waitShareOf(line, requests);
  if (share === 0 || !requests) return [];
  const { waitMs = 0, waits = [] } = line;
  const mean = formatRoughMs(requests.meanMs);
  const shown = waits.slice(0, maxWaits).map((wait) => {
    const facts = [escapeMarkdown(waitTarget(wait)), waitFacts(wait)];
    const words = facts.filter((each) => each !== '').join(' · ');
    return `- ${formatRoughMs(wait.ms)}: ${words}`;
  });
  const more = waits.length - shown.length;
  return [
    `${waitSign} **${formatRoughMs(waitMs)}** of the ${mean} of a request wait here (${formatShare(share)})`,
    '',
    ...shown,
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

/** That an await on the line, or one which waits there, and another one of its function wait one after the other. */
export function serialPart(
  place: Pick<LineReport, 'file' | 'line'>,
  requests: RequestsReport | null | undefined,
): string[] {
  return (requests?.serialAwaits ?? [])
    .filter((pair) => awaitOfPair(place, pair) !== null)
    .flatMap((each) => ['', `${escapeMarkdown(serialText(each))}.`])
    .slice(1);
}

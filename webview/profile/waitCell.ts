import { formatRoughMs, formatShare } from '../../src/shared/format.ts';
import type { LineReport } from '../../src/shared/report.ts';
import type { RequestsReport } from '../../src/shared/requestTimes.ts';
import { waitFacts, waitShareOf, waitTarget } from '../../src/shared/requestText.ts';
import { element } from '../elements/element.ts';

/** How many waits of one line a tooltip lists; more would not be read there. */
const maxWaits = 6;

/** How long a request waits on the line, and in the tooltip for what; empty if that is too little. */
export function waitCell(
  line: LineReport,
  requests: RequestsReport | null | undefined,
): HTMLTableCellElement {
  const share = waitShareOf(line, requests);
  if (share === 0 || !requests) return element('td', { class: 'waits' });
  const { waitMs = 0, waits = [] } = line;
  const rows = waits.slice(0, maxWaits).map((wait) => {
    const facts = [formatRoughMs(wait.ms), waitTarget(wait), waitFacts(wait)];
    return facts.filter((fact) => fact !== '').join(' · ');
  });
  const more = waits.length - rows.length;
  const title = [
    `${formatShare(share)} of the ${formatRoughMs(requests.meanMs)} that a request takes`,
    ...rows,
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n');
  return element('td', { class: 'waits', text: formatRoughMs(waitMs), title });
}

import { formatRoughMs, formatShare } from '../../shared/format.ts';
import type { LineReport } from '../../shared/report.ts';
import type { SerialAwaits } from '../../shared/requestTimes.ts';
import { awaitOfPair, placeText, waitTarget } from '../../shared/requestText.ts';
import { none, type Rule } from './rule.ts';
import { waitsOf } from './waits.ts';

/** Share of the mean latency. */
const minShare = 0.2;
/** A quick question to a cache or a database next door takes less. */
const minMs = 10;
/** A single wait; of quicker ones there have to be many, together `manyMs`. */
const singleMs = 3;
const manyMs = 20;
const most = 3;

/**
 * Requests spend much of their latency at one line, waiting for something outside of JavaScript. From the
 * requests that were followed; it can't know why the other side takes so long.
 */
export const ioWait: Rule = {
  kind: 'io-wait',
  find: (facts) => {
    const { requests } = facts.report;
    if (!requests) return [];
    return waitsOf(facts, () => true)
      .flatMap(({ line, ms, perRequest, longest }) => {
        const share = Math.min(1, ms / requests.meanMs);
        if (ms < minMs || share < minShare) return [];
        if (longest.p50Ms < singleMs && ms < manyMs) return [];
        const spread =
          longest.p99Ms > longest.p50Ms * 3
            ? ` Half of the waits are over after ${formatRoughMs(longest.p50Ms)}, one in a hundred takes ${formatRoughMs(longest.p99Ms)}.`
            : '';
        const what = waitTarget(longest);
        return [
          {
            ...none,
            ...{ kind: 'io-wait' as const, file: line.file, line: line.line },
            ...{ ms, perRequest, price: share },
            text: `A request waits ${formatRoughMs(ms)} here, ${formatShare(share)} of its latency${what === '' ? '' : `: ${what}`}.${spread}`,
            next: nextOf(longest.kind) + sideBySide(line, requests.serialAwaits),
            action: { type: 'open-line' as const },
          },
        ];
      })
      .slice(0, most);
  },
};

/** That another await of the function could run meanwhile; empty where the source does not tell so. */
function sideBySide(
  place: Pick<LineReport, 'file' | 'line'>,
  pairs: readonly SerialAwaits[] = [],
): string {
  for (const pair of pairs) {
    const which = awaitOfPair(place, pair);
    if (which === null) continue;
    const { file, firstLine, secondLine } = pair;
    const [line, other] = which === 'first' ? [firstLine, secondLine] : [secondLine, firstLine];
    const isHere = place.file === file && place.line === line;
    const what = isHere ? 'It' : `${placeText({ file, line })}, which waits for this,`;
    const saved = formatRoughMs(Math.min(pair.firstMs, pair.secondMs));
    return ` ${what} may run side by side with line ${other}, which saves up to ${saved}: neither needs the other, as far as the source tells.`;
  }
  return '';
}

function nextOf(kind: string): string {
  switch (kind) {
    case 'db':
      return 'Look at what the database does for this query (its plan, an index), or keep the answer.';
    case 'http':
    case 'net':
      return 'Measure the other server, ask it for less, or keep its answer for a while.';
    case 'timer':
      return 'Find out why a request sleeps: answer without the timer.';
    case 'worker':
    case 'child':
      return 'Look at what the other thread or process does, and whether more of them would help.';
    case 'lock':
      return 'Hold the lock for less of the work, or have more than one.';
    default:
      return 'Begin it earlier, side by side with other waits, or keep its result.';
  }
}

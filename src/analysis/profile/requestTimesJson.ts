import { plainLine } from '../../shared/plainText.ts';
import { waitKinds, type RequestTimes } from '../../shared/requestTimes.ts';
import { amount, conforms, count, oneOf, position, text, type Fields } from './jsonShape.ts';

export const waitShape = {
  ...{ kind: oneOf(waitKinds), target: text, ms: amount, perRequest: amount },
  ...{ p50Ms: amount, p99Ms: amount },
} satisfies Fields;

/** Without the lines, which a report has among its own. */
export const requestsShape = {
  ...{ sampled: count, meanMs: amount, p50Ms: amount },
  parts: { cpu: amount, gc: amount, queue: amount, wait: amount, outside: amount },
} satisfies Fields;

const requestTimesShape = {
  ...requestsShape,
  lines: [
    {
      ...{ file: text, line: position, column: position, functionName: text },
      ...{ waitMs: amount, waits: [waitShape] },
    },
  ],
} satisfies Fields;

/** Of a saved profile; null if it is damaged. */
export function requestTimesFromJson(value: unknown): RequestTimes | null {
  if (!conforms(value, requestTimesShape)) return null;
  const times = value as RequestTimes;
  const lines = times.lines.map((line) => ({
    ...line,
    functionName: plainLine(line.functionName),
    waits: line.waits.map((wait) => ({ ...wait, target: plainLine(wait.target) })),
  }));
  return { ...times, lines };
}

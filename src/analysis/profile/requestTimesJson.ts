import { plainLine } from '../../shared/plainText.ts';
import {
  stepKinds,
  waitKinds,
  type RequestTimes,
  type RequestTimeline,
  type WaitFrame,
  type WaitPicture,
} from '../../shared/requestTimes.ts';
import {
  amount,
  conforms,
  count,
  number,
  oneOf,
  orAbsent,
  orNull,
  position,
  text,
  type Fields,
} from './jsonShape.ts';

export const waitShape = {
  ...{ kind: oneOf(waitKinds), target: text, ms: amount, perRequest: amount },
  ...{
    inRow: orAbsent(amount),
    loop: orAbsent({ file: text, line: position }),
    p50Ms: amount,
    p99Ms: amount,
  },
} satisfies Fields;

export const partsShape = {
  cpu: amount,
  gc: amount,
  queue: amount,
  wait: amount,
  outside: amount,
} satisfies Fields;

const waitsAt = { file: text, line: position };

/** Without the lines, which a report has among its own. */
export const requestsShape = {
  ...{ sampled: count, meanMs: amount, p50Ms: amount },
  parts: partsShape,
  serialAwaits: orAbsent([
    {
      ...{ file: text, functionName: text, firstLine: position, secondLine: position },
      ...{ firstMs: amount, secondMs: amount },
      ...{ firstWaitsAt: orAbsent(waitsAt), secondWaitsAt: orAbsent(waitsAt) },
    },
  ]),
} satisfies Fields;

const place = { file: text, line: position, column: position };
const waitName = { kind: oneOf(waitKinds), target: text };

const timelineShape = {
  totalMs: amount,
  lines: [{ ...place, functionName: text }],
  steps: [
    {
      ...{ startMs: number, ms: amount, kind: oneOf(stepKinds) },
      ...{ at: number, wait: orNull(waitName) },
    },
  ],
} satisfies Fields;

/** Deeper trees are not ours. */
const maxDepth = 100;

function isFrame(value: unknown, depth = 0): boolean {
  return conforms(value, {
    ...{ name: text, ...place, wait: orNull(oneOf(waitKinds)), ms: amount, perRequest: amount },
    children: (list) =>
      Array.isArray(list) && depth < maxDepth && list.every((child) => isFrame(child, depth + 1)),
  });
}

const pictureShape = {
  ...{
    tree: (value: unknown) => isFrame(value),
    typical: orNull(timelineShape),
    slow: orNull(timelineShape),
  },
  ...{ p50Ms: amount, p99Ms: amount },
} satisfies Fields;

const requestTimesShape = {
  ...requestsShape,
  lines: [
    {
      ...{ file: text, line: position, column: position, functionName: text },
      ...{ waitMs: amount, waits: [waitShape] },
    },
  ],
  picture: orAbsent(pictureShape),
} satisfies Fields;

/** Reads what a saved profile says of requests; null if it is damaged. */
export function requestTimesFromJson(value: unknown): RequestTimes | null {
  if (!conforms(value, requestTimesShape)) return null;
  const times = value as RequestTimes;
  const lines = times.lines.map((line) => ({
    ...plainFunction(line),
    waits: line.waits.map((wait) => ({ ...wait, target: plainLine(wait.target) })),
  }));
  const { picture, serialAwaits } = times;
  return {
    ...times,
    lines,
    ...(serialAwaits && { serialAwaits: serialAwaits.map(plainFunction) }),
    ...(picture && { picture: plainPicture(picture) }),
  };
}

function plainPicture({ tree, typical, slow, ...rest }: WaitPicture): WaitPicture {
  return {
    ...rest,
    tree: plainFrame(tree),
    typical: typical && plainTimeline(typical),
    slow: slow && plainTimeline(slow),
  };
}

function plainFrame(frame: WaitFrame): WaitFrame {
  return { ...frame, name: plainLine(frame.name), children: frame.children.map(plainFrame) };
}

function plainTimeline({ totalMs, lines, steps }: RequestTimeline): RequestTimeline {
  return {
    totalMs,
    lines: lines.map(plainFunction),
    steps: steps.map(({ at, wait, ...step }) => ({
      ...step,
      at: at in lines ? at : -1,
      wait: wait && { ...wait, target: plainLine(wait.target) },
    })),
  };
}

function plainFunction<Row extends { functionName: string }>(row: Row): Row {
  return { ...row, functionName: plainLine(row.functionName) };
}

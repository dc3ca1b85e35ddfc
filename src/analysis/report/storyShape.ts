import {
  amount,
  conforms,
  count,
  number,
  orAbsent,
  orNull,
  position,
  share,
  text,
  type Fields,
  type Shape,
} from '../profile/jsonShape.ts';

const tier = (value: unknown) =>
  ['ignition', 'sparkplug', 'maglev', 'turbofan'].includes(value as string);
const yes = (value: unknown) => value === true;

/** One of several shapes, chosen by `type`. */
const byType =
  (shapes: Readonly<Record<string, Fields>>): Shape =>
  (value: unknown) => {
    const type = (value as { type?: unknown } | null)?.type;
    const shape = typeof type === 'string' && Object.hasOwn(shapes, type) ? shapes[type] : null;
    return shape !== null && shape !== undefined && conforms(value, shape);
  };

const site = { reason: text, kind: text, file: text, line: position, column: position };
const moment = { atMs: number, process: count };
const onStack = orAbsent(yes);

const change = byType({
  compiled: { ...moment, tier, codeBytes: count, onStack },
  deopt: { ...moment, from: tier, onStack, deopt: site },
  disabled: { ...moment, reason: text },
});

const evidence = byType({
  'made-anew': { count },
  'optimized-late': { atMs: number },
  'ran-seldom': { bytecodeBytes: count, runMs: amount },
});

const notOptimized = byType({
  'never-hot': { evidence },
  'too-large': { bytecodeBytes: count, limitBytes: count },
  disabled: { reason: text },
  'deopt-loop': { count, site },
  deopted: { atMs: number, againAtMs: orNull(number), site },
  unknown: {},
});

/** Shape of a function's tier story in a report. */
export const storyShape = {
  ownSamples: count,
  slices: orNull({
    sliceMs: amount,
    ...{ ignition: [count], sparkplug: [count], maglev: [count], turbofan: [count] },
  }),
  ...{ changes: [change], changesLeftOut: count, lastTier: orNull(tier) },
  inlinedInto: [{ name: text, file: text, line: position, column: position, share }],
  notOptimized: orNull(notOptimized),
} satisfies Fields;

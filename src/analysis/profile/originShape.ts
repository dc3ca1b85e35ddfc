import { flag, orAbsent, text, type Fields } from './jsonShape.ts';

const sampler = (value: unknown) =>
  ['v8log', '0x', 'inspector', 'imported'].includes(value as string);
const lines = (value: unknown) => ['calls', 'innermost', 'functions'].includes(value as string);

export const originShape = {
  ...{ sampler, format: orAbsent(text), tiers: flag, lines },
} satisfies Fields;

/** The same in a report, which omits what is as in V8's own log. */
export const originReportShape = {
  ...originShape,
  ...{ tiers: orAbsent(flag), lines: orAbsent(lines) },
} satisfies Fields;

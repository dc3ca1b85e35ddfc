import type { Report } from '../shared/report.ts';

/** What a value must be: a test of it, an object with at least these keys, or a list of one shape. */
type Shape = ((value: unknown) => boolean) | { readonly [key: string]: Shape } | readonly [Shape];

/** The report of a saved run; throws one sentence where something in it is not what it must be. */
export function reportFromJson(json: unknown): Report {
  if (!conforms(json, report)) {
    throw new Error('Its report is damaged. Save it again from a new run.');
  }
  return json as Report;
}

function conforms(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'function') return shape(value);
  if (isList(shape)) {
    return Array.isArray(value) && value.every((each) => conforms(each, shape[0]));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(shape).every(([key, each]) => conforms(fields[key], each));
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

const text = (value: unknown) => typeof value === 'string';
const flag = (value: unknown) => typeof value === 'boolean';
const number = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const amount = (value: unknown) => number(value) && (value as number) >= 0;
/** A little above 1 where it is a sum. */
const share = (value: unknown) => amount(value) && (value as number) < 1.001;
const count = (value: unknown) => Number.isSafeInteger(value) && amount(value);
const position = (value: unknown) => count(value) && (value as number) < 2 ** 31;
const orNull =
  (shape: Shape): Shape =>
  (value: unknown) =>
    value === null || conforms(value, shape);
/** In runs of a newer Hotframe. */
const orAbsent =
  (shape: Shape): Shape =>
  (value: unknown) =>
    value === undefined || conforms(value, shape);

const shares = (...names: string[]): Shape =>
  Object.fromEntries(names.map((name) => [name, share] as const));
const tiers = shares('ignition', 'sparkplug', 'maglev', 'turbofan');
const area = (value: unknown) =>
  ['app', 'deps', 'core', 'wasm', 'v8', 'native', 'gc'].includes(value as string);
const marker = (value: unknown) =>
  value === null || value === 'not-optimized' || value === 'deopt-loop';
const modified = (value: unknown) =>
  ['no', 'other-files', 'source-files'].includes(value as string);

const latency: Shape = {
  ...{ mean: amount, p50: amount, p90: amount, p97_5: amount, p99: amount, max: amount },
  samples: orAbsent([{ p50: orNull(amount), p99: orNull(amount) }]),
};

const report: Shape = {
  takenAt: orAbsent(text),
  machine: orAbsent({ cpu: text, cores: count, platform: text, arch: text }),
  target: orNull({
    ...{ pid: count, node: text, v8: text, command: [text], cwd: text, url: text },
    ...{ listenMs: number, commit: orAbsent(text), branch: orAbsent(text) },
    modified: orAbsent(modified),
    processes: [
      {
        ...{ pid: count, threadId: number, role: text, samples: count },
        ...{ onCpu: orAbsent(count), script: orAbsent(text) },
      },
    ],
  }),
  load: orNull({
    ...{ url: text, scenario: orAbsent(text), connections: count, durationS: number },
    ...{ requests: count, reqPerS: { mean: amount, stdev: amount, samples: [amount] } },
    ...{ latencyMs: latency, bytesPerS: amount, errors: count, timeouts: count, non2xx: count },
    warnings: [text],
  }),
  sampling: orNull({
    ...{ sampler: text, intervalMicros: amount, samples: count, onCpu: count, windowMs: amount },
    ...{ idleShare: share, gcShare: share, unattributedShare: share },
    cpuMicrosPerRequest: orNull(number),
    areas: orAbsent([area]),
  }),
  lines: [
    {
      ...{ file: text, line: position, self: share, own: share, total: share, exact: flag },
      parts: shares('gc', 'v8', 'native', 'core', 'deps'),
      tiers,
    },
  ],
  functions: [
    {
      ...{ name: text, file: text, line: position, column: position, area, package: text },
      ...{ self: share, own: share, total: share, tiers, marker, reason: orNull(text) },
      deopts: [
        {
          ...{ reason: text, kind: text, file: text },
          ...{ line: position, column: position, count },
        },
      ],
    },
  ],
  packages: [{ name: text, self: share, total: share }],
  unattributed: [{ name: text, area, package: text, self: share }],
  notes: [text],
  failure: orNull({ kind: text, message: text, choices: orAbsent([text]) }),
};

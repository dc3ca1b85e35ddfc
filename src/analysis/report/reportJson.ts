import { plainLine, plainText } from '../../shared/plainText.ts';
import type { Report } from '../../shared/report.ts';
import { icShape } from '../profile/icShape.ts';
import {
  amount,
  conforms,
  count,
  flag,
  number,
  orAbsent,
  orNull,
  position,
  share,
  text,
  type Fields,
  type Shape,
} from '../profile/jsonShape.ts';
import { storyShape } from './storyShape.ts';
import { requestsShape, waitShape } from '../profile/requestTimesJson.ts';
import { routeReportShape } from '../profile/routesJson.ts';
import { originReportShape } from '../profile/originShape.ts';

/** Reads the report of a saved run; throws an Error with one sentence if it is damaged. */
export function reportFromJson(json: unknown): Report {
  if (!conforms(json, report)) {
    throw new Error('Its report is damaged. Save it again from a new run.');
  }
  return shown(json) as Report;
}

/** Cleans names and texts that people read, and leaves file paths as they are. */
function shown(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return isOneLine(key) ? plainLine(value) : plainText(value);
  if (Array.isArray(value)) return value.map((each) => shown(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isPlace(name) ? each : shown(each, name)]),
  );
}

function isOneLine(key: string): boolean {
  return key === 'name' || key === 'target' || key === 'route';
}

function isPlace(key: string): boolean {
  return ['file', 'files', 'folders', 'cwd'].includes(key);
}

const shares = (...names: string[]): Shape =>
  Object.fromEntries(names.map((name) => [name, share] as const));
const tiers = shares('ignition', 'sparkplug', 'maglev', 'turbofan');
const area = (value: unknown) =>
  ['app', 'deps', 'core', 'wasm', 'v8', 'native', 'gc'].includes(value as string);
const marker = (value: unknown) =>
  value === null || value === 'not-optimized' || value === 'deopt-loop';
const modified = (value: unknown) =>
  ['no', 'other-files', 'source-files'].includes(value as string);

export const machineShape: Fields = { cpu: text, cores: count, platform: text, arch: text };

/** Without the processes. */
export const targetShape = {
  ...{ pid: count, node: text, v8: text, command: [text], cwd: text, url: text },
  ...{ listenMs: orAbsent(number), commit: orAbsent(text), branch: orAbsent(text) },
  modified: orAbsent(modified),
} satisfies Fields;

/** Without the values of each second and the warnings. */
export const loadShape = {
  ...{ url: text, scenario: orAbsent(text), connections: count, durationS: number },
  ...{ requests: count, reqPerS: { mean: amount, stdev: amount } },
  latencyMs: { mean: amount, p50: amount, p90: amount, p97_5: amount, p99: amount, max: amount },
  ...{ bytesPerS: amount, errors: count, timeouts: count, non2xx: count },
} satisfies Fields;

export const samplingShape = {
  ...originReportShape,
  misplacedShare: orAbsent(share),
  ...{ intervalMicros: amount, samples: count, onCpu: count, windowMs: amount },
  ...{ idleShare: share, gcShare: share, unattributedShare: share },
  viaAwaitShare: orAbsent(share),
  idleOf: orAbsent({ pid: count, threadId: number }),
  withoutJs: orAbsent(shares('native', 'v8', 'gc')),
  cpuMicrosPerRequest: orNull(number),
  costShare: orAbsent(orNull(share)),
  areas: orAbsent([area]),
  deep: orAbsent(flag),
} satisfies Fields;

const perSecond = orAbsent([{ p50: orNull(amount), p99: orNull(amount) }]);

const processShape: Shape = {
  ...{ pid: count, threadId: number, role: text, samples: count },
  ...{ onCpu: orAbsent(count), idleShare: orAbsent(share), script: orAbsent(text) },
};

/** Any kind of remedy is taken: a newer version may have others. */
const phrase = (value: unknown) => text(value) || conforms(value, { kind: text });
const wording = (value: unknown) => text(value) || conforms(value, [phrase]);
const sentence = { message: text, wording: orAbsent(wording) };
/** Text in older saved runs. */
const choice = (value: unknown) => text(value) || conforms(value, { url: text, says: text });

const signalsShape = {
  delayMs: { mean: amount, max: amount },
  seconds: [
    {
      ...{ delayMs: amount, gcMs: amount, busyShare: orAbsent(amount) },
      ...{ heapBytes: orAbsent(amount), rssBytes: orAbsent(amount) },
      ...{ externalBytes: orAbsent(amount), resources: orAbsent(count) },
      cpuWaitShare: orAbsent(amount),
    },
  ],
  blocks: [
    {
      ...{ startMs: amount, ms: amount, pid: count, threadId: number },
      ...{ file: orNull(text), line: orNull(position), name: orNull(text) },
    },
  ],
  blockCount: count,
  gc: [{ kind: text, count, ms: amount, longestMs: amount }],
} satisfies Fields;

const memoryShape = {
  ...{ bytesPerRequest: orNull(amount), gcMsPerRequest: orNull(amount) },
  ...{ retainedBytesPerRequest: orNull(number), externalBytes: orNull(amount) },
  problem: orNull(text),
  functions: [{ name: text, file: text, line: position, bytesPerRequest: amount }],
  elsewhereBytesPerRequest: orAbsent(amount),
} satisfies Fields;

const report: Shape = {
  takenAt: orAbsent(text),
  machine: orAbsent(machineShape),
  target: orNull({
    ...targetShape,
    processes: [processShape],
  }),
  imported: orAbsent({ files: [text], folders: [text], processes: [processShape] }),
  load: orNull({
    ...loadShape,
    reqPerS: { ...loadShape.reqPerS, samples: [amount] },
    latencyMs: { ...loadShape.latencyMs, samples: perSecond },
    warnings: [text],
  }),
  sampling: orNull(samplingShape),
  requests: orAbsent(orNull(requestsShape)),
  routes: orAbsent(orNull([routeReportShape])),
  signals: orAbsent(orNull(signalsShape)),
  findings: orAbsent([
    {
      // Any kind and action is taken: a newer version may have others.
      ...{ kind: text, file: orNull(text), line: orNull(position), share: orNull(amount) },
      ...{ ms: orNull(amount), bytes: orNull(amount), perRequest: orNull(amount) },
      ...{ text, next: text, action: orNull({ type: text, connections: orAbsent(count) }) },
    },
  ]),
  memory: orAbsent(orNull(memoryShape)),
  lines: [
    {
      ...{ file: text, line: position, self: share, own: share, total: share, exact: flag },
      parts: shares('gc', 'v8', 'native', 'core', 'deps'),
      tiers,
      ...{ viaAwait: orAbsent(share), viaAwaitError: orAbsent(amount) },
      ...{ waitMs: orAbsent(amount), waits: orAbsent([waitShape]) },
      awaited: orAbsent([{ name: text, self: share }]),
      builtins: orAbsent([{ name: text, self: share }]),
      ics: orAbsent([icShape]),
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
      story: orAbsent(storyShape),
    },
  ],
  packages: [
    { name: text, self: share, total: share, parts: orAbsent(shares('native', 'v8', 'gc')) },
  ],
  unattributed: [
    {
      ...{ name: text, file: orAbsent(text), area, package: text },
      ...{ caller: orAbsent(text), self: share },
    },
  ],
  notes: [text],
  wordings: orAbsent([sentence]),
  failure: orNull({ ...sentence, kind: text, choices: orAbsent([choice]) }),
};

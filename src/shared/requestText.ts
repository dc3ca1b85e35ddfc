import { formatRoughMs } from './format.ts';
import type { LineReport, Report } from './report.ts';
import type {
  LatencyParts,
  RequestsReport,
  SerialAwaits,
  WaitKind,
  WaitName,
  WaitReport,
} from './requestTimes.ts';

/** Stands before each wait, so that no colour alone tells it from CPU time. */
export const waitSign = '⏱';

/** A line is shown as one that waits from this share of the mean latency on, if that is `minWaitMs`. */
export const minWaitShare = 0.01;
export const minWaitMs = 0.1;

/** With fewer requests, the figures are called rough. */
const fewRequests = 20;

/** Parts below this share of the latency are left out of the sentence. */
const minPartShare = 0.01;

/** The share of the mean latency (0…1) that requests wait on a line; 0 if it is too little to be shown. */
export function waitShareOf(
  { waitMs = 0 }: Pick<LineReport, 'waitMs'>,
  requests: Pick<RequestsReport, 'meanMs'> | null | undefined,
): number {
  if (!requests || waitMs < minWaitMs || waitMs < requests.meanMs * minWaitShare) return 0;
  return Math.min(1, waitMs / requests.meanMs);
}

/** Lines at which requests wait long enough to be shown, longest first. */
export function waitingLines<Line extends Pick<LineReport, 'waitMs'>>(
  lines: readonly Line[],
  requests: RequestsReport | null | undefined,
): Line[] {
  return lines
    .filter((line) => waitShareOf(line, requests) > 0)
    .sort((a, b) => (b.waitMs ?? 0) - (a.waitMs ?? 0));
}

export interface LatencyPart {
  part: keyof LatencyParts;
  /** `wait`, `CPU`, `garbage collection`. */
  name: string;
  /** Says what it is, as a sentence without a full stop. */
  explanation: string;
  ms: number;
  /** 0…1 of all parts. */
  share: number;
}

/** The parts of the latency in the order of a request's way through the server. */
export function latencyParts({ parts }: RequestsReport): LatencyPart[] {
  const sum = Object.values(parts).reduce((all: number, ms: number) => all + ms, 0);
  return partOrder.map((part) => {
    const ms = parts[part];
    return { part, ...partWords[part], ms, share: sum > 0 ? ms / sum : 0 };
  });
}

const partOrder = ['wait', 'cpu', 'gc', 'queue', 'outside'] as const;

const partWords: Record<keyof LatencyParts, Pick<LatencyPart, 'name' | 'explanation'>> = {
  wait: { name: 'wait', explanation: 'It waited for something outside of JavaScript' },
  cpu: { name: 'CPU', explanation: 'Code of the server ran for it' },
  gc: { name: 'garbage collection', explanation: 'V8 collected garbage while it was in work' },
  queue: {
    name: 'queue',
    explanation: 'It could have gone on, but the event loop or the thread pool had other work',
  },
  outside: {
    name: 'outside of the server',
    explanation:
      'Before the server saw it and after it had answered: operating system, network, load',
  },
};

/** Says what the parts mean and how far they can be trusted, in whole sentences. Empty if nothing is known. */
export function requestSentences({
  requests,
  lines,
}: Pick<Report, 'requests' | 'lines'>): string[] {
  if (!requests) return [];
  return [
    whereItGoes(requests, lines),
    ...(isQueueOfCpu(requests)
      ? ['The queue is the CPU time of other requests: it goes when CPU time goes.']
      : []),
    ...(requests.sampled < fewRequests
      ? [`Only ${requests.sampled} requests were followed, so these figures are rough.`]
      : []),
  ];
}

/** `A request takes 24 ms: 20 ms wait at orders.ts:31 (postgres), 2 ms CPU, 2 ms queue.` */
function whereItGoes(requests: RequestsReport, lines: readonly LineReport[]): string {
  const parts = latencyParts(requests)
    .filter(({ share }) => share >= minPartShare)
    .sort((a, b) => b.ms - a.ms)
    .map(({ part, name, ms }) => {
      const words = `${formatRoughMs(ms)} ${name}`;
      return part === 'wait' ? `${words}${whereItWaits(ms, lines, requests)}` : words;
    });
  const what = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  return `A request takes ${formatRoughMs(requests.meanMs)}${what}.`;
}

function whereItWaits(
  allMs: number,
  lines: readonly LineReport[],
  requests: RequestsReport,
): string {
  const [first] = waitingLines(lines, requests);
  if (!first) return '';
  const { waitMs = 0, waits = [] } = first;
  const place = `${/[^\\/]*$/.exec(first.file)![0]}:${first.line}`;
  const target = waits[0] ? shortTarget(waits[0]) : '';
  if (waitMs >= allMs * 0.9) return ` at ${place}${target === '' ? '' : ` (${target})`}`;
  const where = `${formatRoughMs(waitMs)} of it at ${place}`;
  return ` (${where}${target === '' ? '' : `: ${target}`})`;
}

/** Whether requests mostly stand in line for the CPU, and not for what they wait for. */
function isQueueOfCpu(requests: RequestsReport): boolean {
  const { queue, wait } = requests.parts;
  return queue >= requests.meanMs * 0.5 && wait <= requests.meanMs * 0.1;
}

/** At the end of a line: `⏱ 20 ms postgres ×8`; of several waits the longest, `⏱ 20 ms redis, 2 more`. */
export function waitLabel({ waitMs = 0, waits = [] }: Partial<LineReport>): string {
  const [longest, ...others] = waits;
  const more = others.filter(({ ms }) => ms >= waitMs * 0.05).length;
  const what = longest ? [shortTarget(longest), timesText(longest)] : [];
  const words = [waitSign, formatRoughMs(waitMs), ...what].filter((each) => each !== '').join(' ');
  return more > 0 ? `${words}, ${more} more` : words;
}

/** `postgres 127.0.0.1:5432 SELECT … FROM orders`; empty if it is not known. */
export function waitTarget({ kind, target }: WaitName): string {
  return target === '' ? kindWords[kind] : target;
}

/**
 * How often a request waits for it, and how long a single wait is: `×8, one after the other · p50 2.4 ms
 * · p99 9.1 ms`.
 */
export function waitFacts(wait: WaitReport): string {
  const spread = [`p50 ${formatRoughMs(wait.p50Ms)}`, `p99 ${formatRoughMs(wait.p99Ms)}`];
  return [timesText(wait) + rowText(wait), ...spread].filter((each) => each !== '').join(' · ');
}

/** `×8`, `×0.25`; empty if a request waits once. */
function timesText({ perRequest }: WaitReport): string {
  const times = Number(perRequest.toFixed(perRequest < 0.95 ? 2 : perRequest < 9.95 ? 1 : 0));
  return times === 1 || times === 0 ? '' : `×${times}`;
}

/** Rows of fewer waits are nothing to be told of. */
const minRow = 2.5;

/** `, one after the other`, or of many waits how many are; empty if they are not in a row. */
function rowText({ perRequest, inRow = 0 }: WaitReport): string {
  if (inRow < minRow) return '';
  if (inRow >= perRequest * 0.9) return ', one after the other';
  return `, ${Math.round(inRow)} of them one after the other`;
}

type Place = Pick<LineReport, 'file' | 'line'>;

/** The await of the pair that is on the line, or waits there in a function that it calls; null if none does. */
export function awaitOfPair(
  { file, line }: Place,
  { file: own, firstLine, secondLine, firstWaitsAt, secondWaitsAt }: SerialAwaits,
): 'first' | 'second' | null {
  const isHere = (at?: Place) => at?.file === file && at.line === line;
  if (isHere({ file: own, line: firstLine }) || isHere(firstWaitsAt)) return 'first';
  if (isHere({ file: own, line: secondLine }) || isHere(secondWaitsAt)) return 'second';
  return null;
}

/** `orders.ts:31 and orders.ts:34 wait one after the other (12 ms + 8 ms) and may be able to run side by side` */
export function serialText({
  file,
  firstLine,
  secondLine,
  firstMs,
  secondMs,
}: SerialAwaits): string {
  const [first, second] = [firstLine, secondLine].map((line) => placeText({ file, line }));
  const times = `${formatRoughMs(firstMs)} + ${formatRoughMs(secondMs)}`;
  return `${first} and ${second} wait one after the other (${times}) and may be able to run side by side`;
}

/** `orders.ts:31` */
export function placeText({ file, line }: Place): string {
  return `${/[^\\/]*$/.exec(file)![0]}:${line}`;
}

const maxTarget = 24;

/** As short as a label needs it: of a database its name, of others what is short enough. */
function shortTarget({ kind, target }: WaitReport): string {
  const [words = ''] = kind === 'db' ? target.split(' ') : target.split(': ');
  return words === '' || words.length > maxTarget ? kindWords[kind] : words;
}

const kindWords: Record<WaitKind, string> = {
  timer: 'timer',
  fs: 'files',
  dns: 'DNS',
  net: 'network',
  http: 'HTTP',
  db: 'database',
  child: 'child process',
  worker: 'worker thread',
  zlib: 'zlib',
  crypto: 'crypto',
  stream: 'stream',
  lock: 'lock',
  other: '',
};

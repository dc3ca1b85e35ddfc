import { formatCount, formatNumberOf, formatShare } from './format.ts';
import type { ProfileOrigin } from './profileOrigin.ts';
import type { SamplingReport } from './report.ts';
import { worded, type Wording } from './wording.ts';

/** Unknown lines below this share are not mentioned. */
const noticedShare = 0.005;
/** Below this many samples on CPU a share says little. */
const fewSamples = 200;
/** Unreadable log lines below this share change no figure noticeably. */
const noticedLines = 0.001;
/** The first Node.js line that may run Maglev, a second compiler that inlines (22 until 22.8, all from 24 on). */
const maglevSince = 22;
/** The first Node.js line whose CPU profiler distinguishes inlined functions from their callers. */
const toldSince = 26;

/** Sampling that costs more than this share of the server's CPU time is reported. */
export const highCostShare = 0.1;

/** The facts on a report's samples. */
type Told = Pick<SamplingReport, 'sampler' | 'format' | 'tiers' | 'lines'>;

/** `less exact` if a line's share may be misread; empty if everything is known. */
export function exactnessLabel({ tiers = true, lines = 'calls' }: Told): string {
  return tiers && lines === 'calls' ? '' : 'less exact';
}

/**
 * Names the time without samples. V8's CPU profiler books the time until the next sample on the
 * code that ran last, and so the rest is idle time; other samplers also take no sample of a thread
 * that waits for a CPU.
 */
export function idleText({ lines }: Pick<Told, 'lines'>): string {
  return lines === 'innermost' ? 'idle' : 'idle or without a CPU';
}

/** The sampler, for people. */
export function samplerText({ sampler, format }: Told): string {
  switch (sampler) {
    case 'v8log':
      return "V8's own log";
    case '0x':
      return "V8's own log, by 0x";
    case 'inspector':
      return "V8's CPU profiler, over the inspector";
    case 'imported':
      return format ?? 'a profile of another program';
  }
}

/** One or two sentences on facts that samples of this kind lack; empty if they lack none. */
export function exactnessText({ sampler, tiers = true, lines = 'calls' }: Told): string {
  const sentences: string[] = [];
  if (lines === 'innermost') {
    sentences.push(
      'Only the line at the top of the stack is known, not the lines of calls: what a function calls is on its first line.',
    );
  } else if (lines === 'functions') {
    sentences.push('Only functions are known, no lines: the time of each is on its first line.');
  }
  if (!tiers) sentences.push('Tiers are not known.');
  if (sampler === 'inspector')
    sentences.push("V8's own log, which a run reads by default, tells both.");
  return sentences.join(' ');
}

/** Warns if sampling took much of the server's CPU time; empty if that is not known. */
export function costWarnings(costShare: number | null | undefined): Wording[] {
  if (costShare === null || costShare === undefined || costShare <= highCostShare) return [];
  return [
    worded`Sampling took ${Math.round(costShare * 100)} % of the server's CPU time, and is part of what a request took. The more a server has to do, the smaller that part: more connections help${{ kind: 'longer-interval' }}.`,
  ];
}

/**
 * The precision of shares in a profile with few samples on CPU, and a remedy; null if there are
 * enough samples.
 */
export function fewSamplesText({
  onCpu,
  sampler = 'v8log',
}: Pick<SamplingReport, 'onCpu'> & Partial<Pick<SamplingReport, 'sampler'>>): string | null {
  if (onCpu >= fewSamples) return null;
  const advice =
    sampler === 'imported'
      ? 'Record for longer, while the program has more to do.'
      : 'More load or a longer duration gives more of them.';
  if (onCpu === 0) return `No sample met code on the CPU, so there are no shares. ${advice}`;
  // Half of a 95 % interval's width for a share of one half, which has the widest.
  const points = Math.min(100, Math.ceil(98 / Math.sqrt(onCpu)));
  return `Only ${formatNumberOf(onCpu, 'sample')} met code on the CPU: a share can be off by ${points} points. ${advice}`;
}

/** Reports unreadable lines of a V8 log; `log` is `V8's log of process 4711`. */
export function skippedLinesNote(skipped: number, lines: number, log: string): string {
  const what = `${formatCount(skipped)} of ${formatNumberOf(lines, 'line')} of ${log} could not be read`;
  return skipped / lines < noticedLines
    ? `${what}, as they are cut or garbled: figures are of the other lines, and too few are missing to change them by more than chance does.`
    : `${what}, as they are cut or garbled: samples and the names of functions are missing, so shares may be wrong. Take the profile again; the disk may have been full, or another program wrote to the same file.`;
}

/** Sentences on its samples for a run's figures. */
export function samplerNotes(
  origin: ProfileOrigin,
  misplacedShare: number,
  node: string,
): string[] {
  if (origin.sampler !== 'inspector') return [];
  const misplaced =
    misplacedShare < noticedShare
      ? []
      : [
          `For ${formatShare(misplacedShare)} of the time the line is not known: V8 gives a line of code that it inlined from another function.${inliningAdvice(node)}`,
        ];
  return [exactnessText(origin), ...misplaced];
}

/** Advice on getting the lines of inlined code; empty if V8 has them. */
function inliningAdvice(node: string): string {
  const flags = inliningFlags(node);
  if (flags.length === 0) return '';
  return ` To have most of these lines, start the server with \`node ${flags.join(' ')}\`, which may make it slower.`;
}

/**
 * Flags that keep this Node.js from booking inlined code on the function around it; none if it
 * never does.
 */
export function inliningFlags(node: string): string[] {
  const major = Number.parseInt(node, 10);
  if (major >= toldSince) return [];
  return major >= maglevSince
    ? ['--no-maglev-inlining', '--no-turbo-inlining']
    : ['--no-turbo-inlining'];
}

/** The reason why a V8 log can't be trusted, see `LogDoubt`. */
export interface DoubtText {
  kind: 'silent' | 'lost';
  share: number;
  starter: string | null;
}

/** The defect and its cause, as the rest of a sentence. */
export function doubtText({ kind, share, starter }: DoubtText): string {
  const what =
    kind === 'silent'
      ? `for ${formatShare(share)} of the server's CPU time it has no samples`
      : `for ${formatShare(share)} of its samples it does not say which code ran`;
  const who = starter ?? 'the server, a package of it or a flag such as `--cpu-prof`';
  return `${what}, since V8 writes no log while its own CPU profiler runs, which ${who} starts`;
}

/**
 * For a run whose server was started a second time, to be sampled by V8's CPU profiler; `flags`
 * kept V8 from inlining.
 */
export function resampledNote(doubt: DoubtText, flags: readonly string[]): string {
  const inlining =
    flags.length === 0
      ? ''
      : ` (with ${flags.join(' ')}, for the right lines, which may make it slower)`;
  return `The server was started anew${inlining} and sampled by V8's CPU profiler, over the inspector, since V8's log can't be believed: ${doubtText(doubt)}. With that profiler off, a run gives exact lines and tiers.`;
}

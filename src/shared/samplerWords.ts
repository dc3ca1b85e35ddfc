import { formatCount, formatNumberOf, formatShare } from './format.ts';
import type { ProfileOrigin } from './profileOrigin.ts';
import type { SamplingReport } from './report.ts';

/** Below this share, lines that are not known are no reason to do anything. */
const noticedShare = 0.005;
/** Below this many samples on CPU a share says little. */
const fewSamples = 200;
/** Below this share, lines of a log that could not be read change no figure that a person would act on. */
const noticedLines = 0.001;
/** The first Node.js line that may run Maglev, a second compiler that inlines (22 until 22.8, all from 24 on). */
const maglevSince = 22;
/** The first whose CPU profiler tells inlined functions from those that they are in. */
const toldSince = 26;

/** Sampling that takes more than this share of the server's CPU time is told of. */
export const highCostShare = 0.1;

/** What a report says of its samples. */
type Told = Pick<SamplingReport, 'sampler' | 'format' | 'tiers' | 'lines'>;

/** `less exact`, where a person may take a line's share for more than it is; empty where everything is known. */
export function exactnessLabel({ tiers = true, lines = 'calls' }: Told): string {
  return tiers && lines === 'calls' ? '' : 'less exact';
}

/**
 * What the samples leave over of the measured time. V8's CPU profiler books the time until the next
 * sample on the code that ran last, so there it is idle time alone; other samplers take no sample of
 * a thread that has no CPU either.
 */
export function idleWords({ lines }: Pick<Told, 'lines'>): string {
  return lines === 'innermost' ? 'idle' : 'idle or without a CPU';
}

/** Where the samples come from, for people. */
export function samplerWords({ sampler, format }: Told): string {
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

/** What samples of this kind can't tell, in one or two sentences; empty where they tell everything. */
export function exactnessWords({ sampler, tiers = true, lines = 'calls' }: Told): string {
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

/** Said where sampling took much of the server's CPU time; nothing where it is not known. */
export function costWarnings(costShare: number | null | undefined): string[] {
  if (costShare === null || costShare === undefined || costShare <= highCostShare) return [];
  return [
    `Sampling took ${Math.round(costShare * 100)} % of the server's CPU time, and is part of what a request took. The more a server has to do, the smaller that part: more connections help, as does a longer --interval.`,
  ];
}

/**
 * What the shares of a profile are worth that has few samples on CPU, and how to get more; null
 * where it has enough.
 */
export function fewSamplesWords({
  onCpu,
  sampler = 'v8log',
}: Pick<SamplingReport, 'onCpu'> & Partial<Pick<SamplingReport, 'sampler'>>): string | null {
  if (onCpu >= fewSamples) return null;
  const advice =
    sampler === 'imported'
      ? 'Record for longer, while the program has more to do.'
      : 'More load or a longer duration gives more of them.';
  if (onCpu === 0) return `No sample met code on the CPU, so there are no shares. ${advice}`;
  // Half the width of a 95 % interval for a share of one half, the widest there is.
  const points = Math.min(100, Math.ceil(98 / Math.sqrt(onCpu)));
  return `Only ${formatNumberOf(onCpu, 'sample')} met code on the CPU: a share can be off by ${points} points. ${advice}`;
}

/** Said where lines of a log of V8's could not be read; `log` is `V8's log of process 4711`. */
export function skippedLinesNote(skipped: number, lines: number, log: string): string {
  const what = `${formatCount(skipped)} of ${formatNumberOf(lines, 'line')} of ${log} could not be read`;
  return skipped / lines < noticedLines
    ? `${what}, as they are cut or garbled: figures are of the other lines, and too few are missing to change them by more than chance does.`
    : `${what}, as they are cut or garbled: samples and the names of functions are missing, so shares may be wrong. Take the profile again; the disk may have been full, or another program wrote to the same file.`;
}

/** What of it a run has to tell with its figures. */
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
  return [exactnessWords(origin), ...misplaced];
}

/** How the lines of inlined code come to be known; empty where V8 tells them. */
function inliningAdvice(node: string): string {
  const flags = inliningFlags(node);
  if (flags.length === 0) return '';
  return ` To have most of these lines, start the server with \`node ${flags.join(' ')}\`, which may make it slower.`;
}

/** The flags without which this Node.js books inlined code on the function around it; none where it never does. */
export function inliningFlags(node: string): string[] {
  const major = Number.parseInt(node, 10);
  if (major >= toldSince) return [];
  return major >= maglevSince
    ? ['--no-maglev-inlining', '--no-turbo-inlining']
    : ['--no-turbo-inlining'];
}

/** Why a log of V8 can't be believed, see `LogDoubt`. */
export interface DoubtWords {
  kind: 'silent' | 'lost';
  share: number;
  starter: string | null;
}

/** What is wrong with it and why, as the rest of a sentence. */
export function doubtWords({ kind, share, starter }: DoubtWords): string {
  const what =
    kind === 'silent'
      ? `for ${formatShare(share)} of the server's CPU time it has no samples`
      : `for ${formatShare(share)} of its samples it does not say which code ran`;
  const who = starter ?? 'the server, a package of it or a flag such as `--cpu-prof`';
  return `${what}, since V8 writes no log while its own CPU profiler runs, which ${who} starts`;
}

/**
 * Said of a run whose server was started a second time, to be sampled by V8's CPU profiler; by
 * `flags`, V8 was kept from inlining.
 */
export function resampledNote(doubt: DoubtWords, flags: readonly string[]): string {
  const inlining =
    flags.length === 0
      ? ''
      : ` (with ${flags.join(' ')}, for the right lines, which may make it slower)`;
  return `The server was started anew${inlining} and sampled by V8's CPU profiler, over the inspector, since V8's log can't be believed: ${doubtWords(doubt)}. With that profiler off, a run gives exact lines and tiers.`;
}

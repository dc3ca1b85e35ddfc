import type {
  BenchAnswers,
  BenchClock,
  BenchComparison,
  BenchFigures,
  BenchPrediction,
  BenchProblem,
  BenchReport,
  BenchStep,
  BenchTier,
} from './bench.ts';
import type { LostCalls } from './benchWire.ts';
import { formatBytes, formatNumberOf, formatShare } from './format.ts';
import { formatInterval, formatPercentRange, formatPercent, formatSigned } from './verdictText.ts';

/** Sentences on benchmarks of functions, for the terminal and the editor. */

export function benchStepText(step: BenchStep): string {
  switch (step.kind) {
    case 'recording':
      return 'Recording calls under load…';
    case 'profiling':
      return 'Profiling the same load…';
    case 'checking':
      return 'Comparing the answers of both functions…';
    case 'shapes':
      return 'Looking at the shapes of objects, in the server and by itself…';
    case 'measuring':
      return `Measuring, process ${step.processes}…`;
  }
}

/** `1.24 µs`, `812 ns`, `3.1 ns`, `2.40 ms`. */
export function formatNanos(ns: number): string {
  const units = [
    ['ns', 1],
    ['µs', 1e3],
    ['ms', 1e6],
    ['s', 1e9],
  ] as const;
  const [unit, size] = units.findLast(([, each]) => Math.abs(ns) >= each) ?? units[0];
  const value = ns / size;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

/** `1.24 µs of CPU time (1.22 µs to 1.27 µs)`, or that there is no time. */
export function callTimeText({ nsPerCall, clock }: BenchFigures): string {
  if (!nsPerCall) return 'no time';
  const { estimate, low, high } = nsPerCall;
  const words = clock === 'cpu' ? 'of CPU time' : 'by the clock';
  return `${formatNanos(estimate)} ${words} (${formatNanos(low)} to ${formatNanos(high)})`;
}

/** Whether the work ran; said beside every time. */
export function eliminationSentence({ elimination, emptyNs }: BenchFigures): string {
  switch (elimination) {
    case 'measured':
      return `Its results were used; an empty function takes ${formatNanos(emptyNs)} in the same loop, which is taken off.`;
    case 'nothing-left':
      return `A call takes no longer than one of an empty function (${formatNanos(emptyNs)}): V8 has removed its work, or there is next to none. So there is no time to give, and none to win.`;
    case 'within-noise':
      return `Times vary so much now that a call can’t be told from one of an empty function (${formatNanos(emptyNs)}), so there is no time to give. It is not known whether V8 has removed its work: measure once more while the machine does nothing else, or with larger arguments.`;
    case 'may-be-removed':
      return `It returns nothing and changes none of its arguments, so V8 may have removed work in it: the time is that of what is left.`;
  }
}

/** `turbofan, as under load`, or what differs. */
export function tierSentence(figures: BenchFigures, underLoad: BenchReport['underLoad']): string {
  const here = tiersText(figures);
  if (!underLoad) return here;
  if (underLoad.tier === null) return `${here}; under load not known, too few samples of its own`;
  if (figures.isSameTier) return `same tier as under load, ${here}`;
  return figures.tiers.length > 1
    ? `${here}; under load ${underLoad.tier}`
    : `${here} here, but ${underLoad.tier} under load`;
}

/** `turbofan in 5 of 6 processes, sparkplug in 1`, or one name if it is that of all. */
function tiersText({ tiers, processes: all }: BenchFigures): string {
  const name = ({ tier }: BenchTier) => tier ?? 'not known';
  const [first, ...others] = tiers;
  if (!first) return 'not known';
  if (others.length === 0) return name(first);
  const more = others.map((each) => `${name(each)} in ${each.processes}`);
  return [`${name(first)} in ${first.processes} of ${all} processes`, ...more].join(', ');
}

export function bytesText({ bytesPerCall }: BenchFigures): string {
  return bytesPerCall === null ? 'not known on this Node.js' : formatBytes(bytesPerCall);
}

export function deoptText({ deopts }: BenchFigures): string {
  if (deopts.length === 0) return 'none';
  return deopts
    .map(
      ({ reason, line, count }) =>
        `${reason} at line ${line}${count > 1 ? ` (${count} times)` : ''}`,
    )
    .join('; ');
}

/** `Faster: 40–50 % less CPU time per call.` */
export function benchVerdictSentence({ verdict }: BenchComparison, clock: BenchClock): string {
  const time = clock === 'cpu' ? 'CPU time' : 'time';
  switch (verdict.kind) {
    case 'faster':
    case 'slower': {
      const range = formatPercentRange(verdict.lowPercent, verdict.highPercent);
      const [word, more] = verdict.kind === 'faster' ? ['Faster', 'less'] : ['Slower', 'more'];
      return `${word}: ${range} ${more} ${time} per call.`;
    }
    case 'no-difference':
      return `No difference larger than ${formatPercent(verdict.largerThanPercent)} in ${time} per call.`;
    case 'cannot-tell':
      return `Cannot tell: ${verdict.help}`;
  }
}

/** Why two functions that answer alike have no verdict; null if they have one. */
export function noVerdictSentence({ measured, rival, comparison }: BenchReport): string | null {
  if (!rival || comparison) return null;
  const both = [measured.elimination, rival.elimination];
  if (both.includes('within-noise')) {
    return 'No verdict: the time of one of them can’t be told from that of an empty function, which varies too much now.';
  }
  return both.includes('nothing-left')
    ? 'No verdict: nothing is left of one of them that could be measured.'
    : 'No verdict: V8 may have removed work in one of them. Return what it computes, and compare again.';
}

/** The answer in one sentence; open where no verdict or no time could be given. */
export function benchHeadline(report: BenchReport): { text: string; isOpen: boolean } {
  const { measured, answers, comparison } = report;
  if (answers && answersDiffer(answers)) return { text: answersSentence(answers), isOpen: true };
  if (comparison) {
    const isOpen = comparison.verdict.kind === 'cannot-tell';
    return { text: benchVerdictSentence(comparison, measured.clock), isOpen };
  }
  const noVerdict = noVerdictSentence(report);
  if (noVerdict !== null) return { text: noVerdict, isOpen: true };
  if (!measured.nsPerCall) return { text: eliminationSentence(measured), isOpen: true };
  const left = measured.elimination === 'measured' ? '' : ' for what V8 left of it';
  const tier = tierSentence(measured, report.underLoad);
  return {
    text: `${callTimeText(measured)} per call${left}: ${tier}.`,
    isOpen: measured.elimination !== 'measured' || measured.isSameTier === false,
  };
}

export function answersDiffer({ isUnsteady, differing }: BenchAnswers): boolean {
  return isUnsteady || differing > 0;
}

export function answersSentence(answers: BenchAnswers): string {
  const { calls, isUnsteady, holdsFunctions, differing } = answers;
  if (holdsFunctions) {
    return 'No verdict: what it returns or changes holds functions, which can’t be compared with those of another call.';
  }
  if (isUnsteady) {
    return 'No verdict: the function answers differently each time it is called with the same arguments (by the time, by chance, or by what earlier calls left), so answers can’t be compared.';
  }
  if (differing > 0) {
    return `No verdict: both answer differently on ${differing} of ${formatNumberOf(calls, 'call')}.`;
  }
  return `Both answer alike on ${calls === 1 ? 'the one recorded call' : `all ${calls} recorded calls`}.`;
}

/** Says what a request gains. */
export function predictionSentence(
  prediction: BenchPrediction,
  underLoad: BenchReport['underLoad'],
): string {
  if (prediction.kind === 'cannot-tell') return `Cannot tell: ${prediction.reason}`;
  const share = underLoad ? ` (its calls are ${formatShare(underLoad.share)} of it)` : '';
  return `CPU time of a request${share}: ${formatSigned(prediction.percent)} (${formatInterval(prediction)}).`;
}

interface NoteFacts {
  plainClasses: readonly string[];
  lost: readonly LostCalls[];
  isRecursive: boolean;
}

/** Notes that a reader of the figures needs. */
export function noteSentences(
  report: BenchReport,
  { plainClasses, lost, isRecursive }: NoteFacts,
): string[] {
  const { measured, recording, underLoad, rival, answers } = report;
  const { kind, name, file, runtimeFile } = report.function;
  const notes: string[] = [];
  if (kind === 'async') {
    notes.push(
      `${name} returns promises: a call lasts until its promise is settled, with what it waits for.`,
    );
  }
  if (kind.endsWith('generator')) {
    notes.push(
      `${name} is a generator or returns one: a call is counted with everything that it yields, whether the server takes it or not.`,
    );
  }
  if (measured.threw > 0) {
    notes.push(
      `${formatNumberOf(measured.threw, 'recorded call')} threw ${measured.error}, and ${measured.threw === 1 ? 'was' : 'were'} measured so. If the server does not throw there, a copy lacks what it needs.`,
    );
  }
  if (measured.mutates) {
    notes.push(
      `${name} changes its arguments or \`this\`, so each measured call got copies of its own.`,
    );
  }
  if (isRecursive) {
    notes.push(`${name} calls itself: a call is measured with the calls in it.`);
  }
  if (plainClasses.length > 0) {
    notes.push(
      `Objects of ${plainClasses.join(', ')} were measured as plain objects, because their class is not known in ${runtimeFile ?? file}.`,
    );
  }
  const [first] = lost;
  if (first && recording?.isUsed) {
    const count = lost.reduce((sum, each) => sum + each.count, 0);
    notes.push(
      `${formatNumberOf(count, 'call')} could not be kept: of ${first.where}, ${first.what}. A fixture, a file that exports calls, can make such calls.`,
    );
  }
  if (measured.waitsNs !== null) {
    notes.push(
      `By the clock a call lasts at least ${formatNanos(measured.waitsNs)}: it waits for something outside of JavaScript, such as a file, which is no CPU time.`,
    );
  }
  if (measured.nsPerCall && underLoad?.nsPerCall) {
    const { estimate, low, high } = underLoad.nsPerCall;
    const here = measured.nsPerCall.estimate;
    const about = `In the server a call takes about ${formatNanos(estimate)}`;
    if (low > 1.5 * here) {
      notes.push(
        `${about}, longer than here: there its data is not in the caches, and it waits for the garbage of others to be collected.`,
      );
    } else if (high < here / 1.5) {
      const isInlined = underLoad.inlinedInto.length > 0;
      const reasons = [
        ...(isInlined ? ['there V8 compiles it together with what calls it'] : []),
        ...(measured.clock === 'wall' ? ['other programs had the CPU here'] : []),
      ];
      const why = reasons.length === 0 ? '' : `: ${reasons.join(', or ')}`;
      notes.push(`${about}, less than here${why}.`);
    }
  }
  if (underLoad && underLoad.inlinedInto.length > 0) {
    notes.push(
      `Under load V8 had inlined it into ${underLoad.inlinedInto.slice(0, 3).join(', ')}; here it is called.`,
    );
  }
  if (rival === null && answers && !answersDiffer(answers)) {
    notes.push('The other function could not be measured.');
  }
  return notes;
}

/** The option of the command line that helps, as a sentence; the editor has choices instead. Null if none does. */
export function benchOption({ kind }: BenchProblem): string | null {
  switch (kind) {
    case 'not-called':
      return '--url chooses the path.';
    case 'not-copied':
    case 'not-recorded':
      return '--fixture FILE takes it.';
    case 'not-comparable':
      return '--against FILE:LINE does the one, hotframe measure --base the other.';
    default:
      return null;
  }
}

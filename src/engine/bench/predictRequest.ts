import type {
  BenchComparison,
  BenchFigures,
  BenchPrediction,
  BenchShapes,
  BenchUnderLoad,
} from '../../shared/bench.ts';
import { hasOtherStates } from '../../shared/benchShapes.ts';
import type { FunctionKind } from '../../shared/benchWire.ts';

/** By the samples and by the time of a call here, what a request gains may differ by this part of itself. */
const mostDifferent = 0.3;

/** A difference of so little is none: a hundredth of a request. */
const leastGain = 0.01;

/**
 * The change of a request's CPU time by the share of the function in it: that of its calls changes as
 * measured, the rest stays.
 *
 *     a share of 40 % and −50 % per call → −20 % per request
 */
export function predictRequest(
  load: BenchUnderLoad | null,
  figures: BenchFigures,
  comparison: BenchComparison,
  kind: FunctionKind,
  shapes: BenchShapes | null,
): BenchPrediction {
  const cannotTell = (reason: string): BenchPrediction => ({ kind: 'cannot-tell', reason });
  const { change, verdict, judged } = comparison;
  if (!load) return cannotTell('the function has no samples under load.');
  if (!change || verdict.kind === 'cannot-tell') {
    return cannotTell('the change of a call is not known well enough.');
  }
  if (kind.startsWith('async')) {
    return cannotTell(
      'an async function waits, and its share of CPU time is not what a call lasts.',
    );
  }
  if (figures.waitsNs !== null) {
    return cannotTell('a call waits for something outside of JavaScript, which is no CPU time.');
  }
  if (load.shareHigh > 1.5 * load.share + 0.01) {
    return cannotTell('too few samples are in the function to know its share of a request.');
  }
  if (figures.isSameTier === false) {
    return cannotTell('the function did not run here in its tier under load.');
  }
  if (load.isDeoptLoop) {
    return cannotTell(
      'in the server V8 optimizes it and gives that up again and again, so its calls take different times.',
    );
  }
  if (hasOtherStates(shapes)) {
    return cannotTell('in the server it meets other shapes of objects than here.');
  }
  const shares = [load.shareLow, load.share, load.shareHigh];
  const changes = [change.lowPercent, change.percent, change.highPercent];
  const all = shares.flatMap((share) =>
    changes.map((percent) => 100 * requestChange(share, percent / 100, judged)),
  );
  const gain = requestChange(load.share, change.percent / 100, judged);
  const byTime = requestChange(shareByTime(load, figures), change.percent / 100, judged);
  const larger = Math.max(Math.abs(gain), Math.abs(byTime));
  if (byTime === Infinity || Math.abs(gain - byTime) > mostDifferent * larger + leastGain) {
    return cannotTell(
      'a call takes another time in the server than here, so something other than its arguments counts there.',
    );
  }
  return {
    kind: 'change',
    percent: 100 * gain,
    lowPercent: Math.min(...all),
    highPercent: Math.max(...all),
  };
}

/**
 * The share in a request if its calls took there what they take here: that of the samples where both are
 * the same within their intervals. It may be above 1.
 */
function shareByTime({ share, nsPerCall }: BenchUnderLoad, figures: BenchFigures): number {
  const here = figures.nsPerCall;
  if (!nsPerCall || !here) return share;
  if (here.low > nsPerCall.high) return (share * here.low) / nsPerCall.high;
  if (here.high < nsPerCall.low) return (share * here.high) / nsPerCall.low;
  return share;
}

/** The share is that of the function as it is now, which is what came before or after the change. */
function requestChange(share: number, change: number, judged: BenchComparison['judged']): number {
  if (judged === 'rival') return share * change;
  const before = 1 + share * (1 / (1 + change) - 1);
  return before > 0 ? 1 / before - 1 : Infinity;
}

import type {
  BenchComparison,
  BenchFigures,
  BenchPrediction,
  BenchShapes,
  BenchUnderLoad,
} from '../../shared/bench.ts';
import { hasOtherStates } from '../../shared/benchShapes.ts';
import type { FunctionKind } from '../../shared/benchWire.ts';

/** In the server a call may take so many times as long as here, or as little, for a prediction. */
const mostDifferent = 2;

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
  if (hasOtherStates(shapes)) {
    return cannotTell('in the server it meets other shapes of objects than here.');
  }
  if (load.nsPerCall !== null && figures.nsPerCall) {
    const { low, high } = load.nsPerCall;
    const here = figures.nsPerCall.estimate;
    if (low > mostDifferent * here || high < here / mostDifferent) {
      return cannotTell(
        'a call takes another time in the server than here, so something other than its arguments counts there.',
      );
    }
  }
  const shares = [load.shareLow, load.share, load.shareHigh];
  const changes = [change.lowPercent, change.percent, change.highPercent];
  const all = shares.flatMap((share) =>
    changes.map((percent) => 100 * requestChange(share, percent / 100, judged)),
  );
  return {
    kind: 'change',
    percent: 100 * requestChange(load.share, change.percent / 100, judged),
    lowPercent: Math.min(...all),
    highPercent: Math.max(...all),
  };
}

/** The share is that of the function as it is now, which is what came before or after the change. */
function requestChange(share: number, change: number, judged: BenchComparison['judged']): number {
  if (judged === 'rival') return share * change;
  const before = 1 + share * (1 / (1 + change) - 1);
  return 1 / before - 1;
}

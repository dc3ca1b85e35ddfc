import type { CostChange } from '../../shared/codeChange.ts';
import type { CallTree } from '../profile/callTree.ts';
import type { CodeSide, RunCosts } from './codeSide.ts';
import { CostMeasure, judge } from './costMeasure.ts';
import { noVisibleId } from '../flame/flameNode.ts';

type FrameChange = Pick<CostChange, 'change' | 'isBeyondNoise'>;

/** By how much each frame of a merged tree changed with its subtree, if the runs can tell. */
export class FrameCosts {
  readonly #changes = new Map<number, FrameChange>();

  /** @param nodesOf the merged tree's node for each node of a side's tree */
  constructor(
    calls: CallTree,
    base: CodeSide,
    head: CodeSide,
    nodesOf: Record<'base' | 'head', Int32Array>,
  ) {
    const totals = new Map<RunCosts, Int32Array>();
    addTotals(totals, calls, base, nodesOf.base);
    addTotals(totals, calls, head, nodesOf.head);
    const measure = new CostMeasure(base.runs, head.runs);
    const entries = Array.from({ length: calls.length }, (_, node) => {
      const samples = (run: RunCosts) => totals.get(run)![node]!;
      const cost = measure.cost(samples, samples);
      return cost && { ...cost, node };
    }).filter((entry) => entry !== null);
    for (const { entry, cost } of judge(entries)) {
      const { change, isBeyondNoise } = cost;
      this.#changes.set(entry.node, { change, isBeyondNoise });
    }
  }

  changeOf(node: number): FrameChange {
    return this.#changes.get(node) ?? { change: null, isBeyondNoise: false };
  }
}

/** Sums up each run's samples in each node and its subtree. */
function addTotals(
  totals: Map<RunCosts, Int32Array>,
  calls: CallTree,
  side: CodeSide,
  nodes: Int32Array,
): void {
  for (const [index, run] of side.runs.entries()) {
    const of = new Int32Array(calls.length);
    const own = side.tree.runs[index]!;
    own.nodes.forEach((node, i) => (of[nodes[node]!]! += own.samples[i]!));
    of[noVisibleId]! += own.unattributed;
    for (let node = of.length - 1; node > 0; node--) of[calls.parents.at(node)]! += of[node]!;
    totals.set(run, of);
  }
}

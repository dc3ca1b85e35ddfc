import type { FlameNode, FlameQuery, Visibility } from '../shared/flameWire.ts';
import { flameCounts } from './flameCounts.ts';
import { DownTree } from './flameDown.ts';
import { noMarkers, type FlameMarkers } from './flameMarkers.ts';
import { FlameNodeMaker, rootId } from './flameNode.ts';
import { UpTree } from './flameUp.ts';
import { visibleCalls, type VisibleCalls } from './flameVisible.ts';
import type { Profile } from './profile.ts';

/** A profile as one visibility and direction draws it. */
export interface FlameView {
  profile: Profile;
  calls: VisibleCalls;
  tree: FlameTree;
}

/** The two directions: {@link DownTree} and {@link UpTree}. */
export interface FlameTree {
  /** Samples of a drawn frame; null where there is no such frame. */
  samplesOf(id: number): number | null;
  /** The frame with what of its children is within the limit, widest first. */
  draw(id: number, limit: DrawLimit): FlameNode;
}

export interface DrawLimit {
  minSamples: number;
  maxDepth: number;
  /** Counts down while drawing; an answer that reaches 0 is incomplete. */
  nodes: number;
}

/** An SVG with more frames than this stops being smooth. */
const maxNodes = 4000;
/** Deep recursion is full width all the way down; deeper frames come on zoom. */
const maxDepth = 250;

/** Nothing in a view is an object for each node, so that a million of them take a fraction of a second. */
export function buildFlameView(
  profile: Profile,
  visibility: Visibility,
  inverted: boolean,
  markers: FlameMarkers = noMarkers,
): FlameView {
  const counts = flameCounts(profile);
  const calls = visibleCalls(profile, visibility);
  const maker = new FlameNodeMaker(profile, markers, counts.onCpu);
  const Tree = inverted ? UpTree : DownTree;
  return { profile, calls, tree: new Tree(profile, counts, calls, maker) };
}

/** Answers a query with the view of its visibility and direction; throws where `rootId` is unknown. */
export function queryFlame(
  view: FlameView,
  query: Pick<FlameQuery, 'rootId' | 'minShare'>,
): FlameNode {
  const id = query.rootId ?? rootId;
  const samples = view.tree.samplesOf(id);
  if (samples === null) {
    throw new Error(`This flamegraph has no frame ${id}: reset the zoom and try again.`);
  }
  let minSamples = Math.max(1, query.minShare * samples);
  for (;;) {
    const limit = { minSamples, maxDepth, nodes: maxNodes };
    const root = view.tree.draw(id, limit);
    if (limit.nodes > 0) return root;
    minSamples *= 2;
  }
}

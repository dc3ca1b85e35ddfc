import type { FlameTree } from './flameTree.ts';
import type { FlameQuery, Visibility } from '../../shared/flameWire.ts';
import type { FlameNode } from '../../shared/flameNode.ts';
import { flameCounts } from './flameCounts.ts';
import { DownTree } from './flameDown.ts';
import { drawWidest, type Drawable } from './flameDraw.ts';
import { noMarkers, type FlameMarkers } from './flameMarkers.ts';
import { FlameNodeMaker, rootId } from './flameNode.ts';
import { UpTree } from './flameUp.ts';
import { visibleCalls, type VisibleCalls } from './flameVisible.ts';
import type { Profile } from '../profile/profile.ts';

/** A profile as one visibility and direction draws it. */
export interface FlameView {
  profile: Profile;
  calls: VisibleCalls;
  tree: FlameTree;
}

/**
 * Builds a view. It has no object for each node, so a million nodes take a fraction of a second.
 */
export function buildFlameView(
  profile: Profile,
  visibility: Visibility,
  inverted: boolean,
  markers: FlameMarkers = noMarkers,
  rootName?: string,
): FlameView {
  const counts = flameCounts(profile);
  const calls = visibleCalls(profile, visibility);
  const maker = new FlameNodeMaker(profile, markers, counts.onCpu, rootName);
  const Tree = inverted ? UpTree : DownTree;
  return { profile, calls, tree: new Tree(profile, counts, calls, maker) };
}

/** Answers a query with the view that it asks about; throws an Error if `rootId` is unknown. */
export function queryFlame(
  view: FlameView,
  query: Pick<FlameQuery, 'rootId' | 'minShare'>,
): FlameNode {
  const id = query.rootId ?? rootId;
  const top = view.tree.find(id);
  if (!top) throw new Error(`This flamegraph has no frame ${id}: reset the zoom and try again.`);
  const elide = (parent: FlameNode, frame: Drawable) => {
    parent.elided += frame.samples;
  };
  return drawWidest(top, Math.max(1, query.minShare * top.samples), elide);
}

import type { Frame, FrameLook } from './frameLook.ts';

/** Input of d3-flame-graph. It writes `hide` and `fade` into it, so nothing else may hold it. */
export interface FlameDatum<N> {
  node: N;
  value: number;
  /** A caller of the zoomed frame, drawn pale and as wide as its child. */
  fade: boolean;
  children: FlameDatum<N>[];
}

/** The zoomed frame with all below it, under a full-width stack of the frames above it. */
export function flameData<N extends Frame<N>>(
  above: readonly N[],
  zoomed: N,
  widthOf: FrameLook<N>['width'],
): FlameDatum<N> {
  const value = widthOf(zoomed);
  const datumOf = (node: N): FlameDatum<N> => ({
    node,
    value: widthOf(node),
    fade: false,
    children: node.children.filter((child) => widthOf(child) > 0).map(datumOf),
  });
  return above.reduceRight<FlameDatum<N>>(
    (child, node) => ({ node, value, fade: true, children: [child] }),
    datumOf(zoomed),
  );
}

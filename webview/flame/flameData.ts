import type { Frame, FrameLook } from './frameLook.ts';

/** What d3-flame-graph is given: it writes `hide` and `fade` into it, so nothing else may hold it. */
export interface FlameDatum<N> {
  node: N;
  value: number;
  /** Drawn pale and as wide as its child: a caller of the zoomed frame. */
  fade: boolean;
  children: FlameDatum<N>[];
}

/** The zoomed frame with all below it, and the frames above it as a stack of full width. */
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

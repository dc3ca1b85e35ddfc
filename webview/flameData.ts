import type { FlameNode } from '../src/shared/flameWire.ts';

/** What d3-flame-graph is given: it writes `hide` and `fade` into it, so nothing else may hold it. */
export interface FlameDatum {
  node: FlameNode;
  value: number;
  /** Drawn pale and as wide as its child: a caller of the zoomed frame. */
  fade: boolean;
  children: FlameDatum[];
}

/** The zoomed frame with all below it, and the frames above it as a stack of full width. */
export function flameData(above: readonly FlameNode[], zoomed: FlameNode): FlameDatum {
  return above.reduceRight<FlameDatum>(
    (child, node) => ({ node, value: zoomed.samples, fade: true, children: [child] }),
    datumOf(zoomed),
  );
}

function datumOf(node: FlameNode): FlameDatum {
  return { node, value: node.samples, fade: false, children: node.children.map(datumOf) };
}

/** The part of d3-flame-graph 5, which ships no types, that flameChart.ts uses. */
declare module 'd3-flame-graph' {
  import type { Selection } from 'd3-selection';

  interface FlameGraphTip {
    (selection: unknown): void;
    show(event: Event, node: unknown): void;
    hide(): void;
  }

  interface FlameGraph<Datum> {
    (selection: Selection<HTMLElement, Datum, null, undefined>): void;
    width(pixels: number): this;
    cellHeight(pixels: number): this;
    inverted(rootOnTop: boolean): this;
    resetHeightOnZoom(reset: boolean): this;
    tooltip(tip: FlameGraphTip): this;
    getName(name: (node: FlameGraphNode<Datum>) => string): this;
    setLabelHandler(label: (node: FlameGraphNode<Datum>) => string): this;
    setColorMapper(color: () => string): this;
    update(data?: Datum): this;
    destroy(): this;
  }

  interface FlameGraphNode<Datum> {
    data: Datum;
    depth: number;
    parent: FlameGraphNode<Datum> | null;
    children?: FlameGraphNode<Datum>[];
    x0: number;
    x1: number;
  }

  export default function flamegraph<Datum>(): FlameGraph<Datum>;
}

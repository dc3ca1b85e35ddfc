/** What every drawn frame has, be it of one profile or of two states of the code. */
export interface Frame<N> {
  /** Stable for one picture. */
  id: number;
  /** The same for every frame of one function; -1 where the frame is no function. */
  functionId: number;
  name: string;
  /** Absolute path, `node:…`, or empty. */
  file: string;
  /** 1-based; 0: none. */
  line: number;
  column: number;
  package: string;
  children: N[];
}

/** How the frames of one kind of picture are drawn and told. */
export interface FrameLook<N> {
  /** In a unit of its own, the same for all frames; 0: it is not drawn. */
  width(node: N): number;
  /** What is written in it. */
  label(node: N): string;
  /** The same for those who hear it. */
  speech(node: N): string;
  /** The name of its colour in the style sheets (`[data-tone=…]`). */
  tone(node: N): string;
  /** Has a broken outline. */
  isMarked(node: N): boolean;
  /** What the panel beside the pointer says. */
  tip(node: N): Node[];
}

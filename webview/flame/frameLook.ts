/** The fields of every drawn frame, of one profile or of two states of the code. */
export interface Frame<N> {
  /** Stable within one picture. */
  id: number;
  /** The same for all frames of a function; -1 if the frame is not a function. */
  functionId: number;
  name: string;
  /** Absolute path, `node:…`, or empty. */
  file: string;
  /** 1-based; 0 if unknown. */
  line: number;
  column: number;
  package: string;
  children: N[];
}

/** How frames of one kind of picture look and read. */
export interface FrameLook<N> {
  /** In any unit, the same for all frames; a frame of 0 is not drawn. */
  width(node: N): number;
  /** The text in the frame. */
  label(node: N): string;
  /** The text for screen readers. */
  speech(node: N): string;
  /** The name of its colour in the style sheets (`[data-tone=…]`). */
  tone(node: N): string;
  /** Whether it has a dashed outline. */
  isMarked(node: N): boolean;
  /** Whether it was learned, not measured, and is drawn so. */
  isLearned(node: N): boolean;
  /** The content of its tooltip. */
  tip(node: N): Node[];
}

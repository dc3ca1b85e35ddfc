import type { Layout } from './viewSettings.ts';

/** A frame's position, as far as moving between frames needs it. */
export interface FramePlace {
  depth: number;
  /** Left and right edge, in the same unit for all frames. */
  from: number;
  to: number;
}

export type Move = 'callee' | 'caller' | 'previous' | 'next' | 'first';

/** The move that a key stands for, or null. */
export function moveOfKey(key: string, layout: Layout): Move | null {
  switch (key) {
    case 'ArrowDown':
      return layout === 'icicle' ? 'callee' : 'caller';
    case 'ArrowUp':
      return layout === 'icicle' ? 'caller' : 'callee';
    case 'ArrowLeft':
      return 'previous';
    case 'ArrowRight':
      return 'next';
    case 'Home':
      return 'first';
    default:
      return null;
  }
}

/** The index of the frame that a move leads to; `current` if there is none in that direction. */
export function moveFrame(frames: readonly FramePlace[], current: number, move: Move): number {
  const at = frames[current];
  if (!at) return 0;
  switch (move) {
    case 'first':
      return indexOfLeast(frames, (frame) => frame.depth) ?? current;
    case 'caller':
      return indexOfLeast(frames, (frame) => (isOver(frame, at) ? 0 : null)) ?? current;
    case 'callee':
      // Choose the widest callee, where the time went.
      return (
        indexOfLeast(frames, (frame) => (isOver(at, frame) ? frame.from - frame.to : null)) ??
        current
      );
    case 'previous':
      return (
        indexOfLeast(frames, (frame) =>
          frame.depth === at.depth && frame.from < at.from ? -frame.from : null,
        ) ?? current
      );
    case 'next':
      return (
        indexOfLeast(frames, (frame) =>
          frame.depth === at.depth && frame.from > at.from ? frame.from : null,
        ) ?? current
      );
  }
}

function isOver(caller: FramePlace, callee: FramePlace): boolean {
  return (
    caller.depth === callee.depth - 1 &&
    caller.from <= callee.from + rounding &&
    caller.to >= callee.to - rounding
  );
}

const rounding = 1e-9;

/** The index of the frame with the least rank; frames with rank null don't count. */
function indexOfLeast(
  frames: readonly FramePlace[],
  rankOf: (frame: FramePlace) => number | null,
): number | null {
  let best: number | null = null;
  let least = Infinity;
  frames.forEach((frame, index) => {
    const rank = rankOf(frame);
    if (rank === null || rank >= least) return;
    least = rank;
    best = index;
  });
  return best;
}

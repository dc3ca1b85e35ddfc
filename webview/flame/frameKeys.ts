import type { Layout } from '../profile/viewSettings.ts';

/** Where a frame is on the screen, as far as moving between frames needs to know. */
export interface FramePlace {
  depth: number;
  /** Left and right edge, in one unit for all. */
  from: number;
  to: number;
}

export type Move = 'callee' | 'caller' | 'previous' | 'next' | 'first';

/** What a key means; null for keys that move nowhere. */
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

/** The frame that a move leads to, by index; the same one where there is none in that direction. */
export function moveFrame(frames: readonly FramePlace[], current: number, move: Move): number {
  const at = frames[current];
  if (!at) return 0;
  switch (move) {
    case 'first':
      return indexOfLeast(frames, (frame) => frame.depth) ?? current;
    case 'caller':
      return indexOfLeast(frames, (frame) => (isOver(frame, at) ? 0 : null)) ?? current;
    case 'callee':
      // The widest: where the time went.
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

/** Of those with a rank, the one with the least. */
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

import type { Drawable } from './flameDraw.ts';

/** One direction of a flamegraph: callers above (`DownTree`), or callers below (`UpTree`). */
export interface FlameTree {
  find(id: number): Drawable | null;
}

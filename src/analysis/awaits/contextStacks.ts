import type { TimelineLine } from '../../shared/requestTimes.ts';
import { noCause } from './causeTree.ts';
import type { LearnedWork } from './learnedWork.ts';

/** Callers further out are left out. */
const maxFrames = 40;

/**
 * The user's frames that led to a context. V8's stack has those that are running and those that await
 * them. Of a callback it has neither, so the frames in which the callback was made come before its own,
 * as far as they are of other functions:
 *
 *   own stack      of the context around        all
 *   onRows:5       handler:3                    handler:3 ─ onRows:5
 *   handle:9       handle:8 ─ load:4            handle:9
 *   load:5         handle:8 ─ load:4            handle:8 ─ load:5
 *
 * Nor has it a function that is no `async` one and has returned the promise that is awaited:
 *
 *   main:7 ─ load:5    main:7 ─ orders:3 ─ load:4    main:7 ─ orders:3 ─ load:5
 */
export class ContextStacks {
  readonly #known: (readonly number[])[][];

  constructor(
    private readonly work: Pick<LearnedWork, 'profile' | 'causesOfContexts' | 'parentsOfContexts'>,
  ) {
    this.#known = work.causesOfContexts.map(() => []);
  }

  /** Frames of the learned profile, outermost first; empty if nothing of the user's has caused it. */
  of(thread: number, context: number): readonly number[] {
    const known = this.#known[thread];
    if (!known || context < 0) return [];
    return (known[context] ??= this.#stackOf(thread, context));
  }

  line(frame: number): TimelineLine {
    const { functions, frames } = this.work.profile;
    const { name, file } = functions[frames.function[frame]!]!;
    return {
      ...{ file, line: frames.line[frame]!, column: frames.column[frame]! },
      functionName: name,
    };
  }

  functionOf(frame: number): number {
    return this.work.profile.frames.function[frame]!;
  }

  /** The same for all frames at one line of a function. */
  keyOf(frame: number): string {
    return `${this.functionOf(frame)}:${this.work.profile.frames.line[frame]}`;
  }

  #stackOf(thread: number, context: number): readonly number[] {
    const own = this.#ownFrames(this.work.causesOfContexts[thread]![context] ?? noCause);
    const parent = this.work.parentsOfContexts[thread]?.[context] ?? -1;
    // A parent comes before its children, so this ends.
    const around = parent < context ? this.of(thread, parent) : [];
    return this.#joined(around, own).slice(-maxFrames);
  }

  #joined(around: readonly number[], own: readonly number[]): readonly number[] {
    const [outermost] = own;
    if (outermost === undefined) return around;
    const fn = this.functionOf(outermost);
    const same = around.findIndex((frame) => this.functionOf(frame) === fn);
    if (same < 0) return [...around, ...own];
    const joined = around.slice(0, same);
    let next = same;
    for (const [i, frame] of own.entries()) {
      const found = around.findIndex((each, at) => at >= next && this.#isSame(each, frame, own, i));
      if (found < 0 || (i === 0 && found > same)) return [...joined, ...own.slice(i)];
      joined.push(...around.slice(next, found), frame);
      next = found + 1;
    }
    return joined;
  }

  /** The innermost function may have gone on to another line. */
  #isSame(around: number, frame: number, own: readonly number[], i: number): boolean {
    return i === own.length - 1
      ? this.functionOf(around) === this.functionOf(frame)
      : this.keyOf(around) === this.keyOf(frame);
  }

  #ownFrames(cause: number): number[] {
    const { functions, frames, nodes } = this.work.profile;
    const found: number[] = [];
    for (let node = cause; node > 0; node = nodes.parent[node]!) {
      const frame = nodes.frame[node]!;
      if (functions[frames.function[frame]!]!.area === 'app') found.push(frame);
    }
    return found.reverse();
  }
}

import { isInLoop } from '../text/loopAround.ts';
import { maskCode } from '../text/maskCode.ts';
import type { ContextStacks } from './contextStacks.ts';

/** Tells the loops that wait again and again, by the text of the functions that led to the wait. */
export class LoopPlaces {
  readonly #codeOf = new Map<string, { code: string; starts: number[] } | null>();

  constructor(
    private readonly stacks: ContextStacks,
    private readonly sourceOf: (file: string) => string | null,
  ) {}

  /**
   * The innermost loop among the callers of a wait, where it asks for what is waited for.
   *
   * @param stack outermost first
   * @returns null if the innermost frame is in a loop itself, or no frame is
   */
  of(stack: readonly number[]): { file: string; line: number } | null {
    const found = stack.findLast((frame) => this.#isInLoop(frame));
    if (found === undefined || found === stack.at(-1)) return null;
    const { file, line } = this.stacks.line(found);
    return { file, line };
  }

  #isInLoop(frame: number): boolean {
    const { file, line, column } = this.stacks.line(frame);
    const source = this.#source(file);
    const start = source?.starts[line - 1];
    if (!source || start === undefined) return false;
    return isInLoop(source.code, start + Math.max(0, column - 1));
  }

  #source(file: string) {
    let known = this.#codeOf.get(file);
    if (known === undefined) {
      const text = this.sourceOf(file);
      known = text === null ? null : { code: maskCode(text), starts: startsOf(text) };
      this.#codeOf.set(file, known);
    }
    return known;
  }
}

function startsOf(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

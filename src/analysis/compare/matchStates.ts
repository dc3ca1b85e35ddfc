import { diffLines } from '../text/diffLines.ts';
import type { CodeSide } from './codeSide.ts';
import { matchFunctions, type FunctionMatch } from './matchFunctions.ts';

/**
 * Matches the functions of two states. A function that became too fast to be sampled is not gone,
 * so functions that a state's code has without a sample are added to it first.
 */
export function matchStates(base: CodeSide, head: CodeSide): FunctionMatch[] {
  const matches = matchFunctions(base.functions, head.functions);
  const sizes = [base.functions.length, head.functions.length];
  addUnsampled(head, base, ofMatches(matches, 'base', 'head'));
  addUnsampled(base, head, ofMatches(matches, 'head', 'base'));
  const areSame = base.functions.length === sizes[0] && head.functions.length === sizes[1];
  return areSame ? matches : matchFunctions(base.functions, head.functions);
}

/** Indexes of one side's functions that the other has no sample of. */
function ofMatches(matches: FunctionMatch[], side: 'base' | 'head', other: 'base' | 'head') {
  return matches.filter((match) => match[other] < 0).map((match) => match[side]);
}

/** Adds functions of the other state, if the line where they begin still exists in this one. */
function addUnsampled(side: CodeSide, other: CodeSide, unmatched: readonly number[]): void {
  const lineMaps = new Map<string, Int32Array>();
  for (const index of unmatched) {
    const fn = other.functions[index]!;
    const [from, to] = [other.texts.get(fn.path), side.texts.get(fn.path)];
    // Hidden functions and the module itself have no text.
    if (!fn.text || !from || !to) continue;
    const newOf = lineMaps.get(fn.path) ?? diffLines(from.lines, to.lines).newOf;
    lineMaps.set(fn.path, newOf);
    const line = newOf[fn.line - 1]! + 1;
    if (line === 0 || to.lines[line - 1] !== from.lines[fn.line - 1]) continue;
    side.addWithoutSamples(fn, line);
  }
}

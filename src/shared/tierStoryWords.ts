import { deoptWords, disabledWords } from './deoptWords.ts';
import { formatBytes, formatCount, formatDuration, formatShare } from './format.ts';
import type { DeoptSite, InlinedInto, NotOptimized, TierChange } from './tierStory.ts';
import { compilerWords } from './tierWords.ts';
import type { Tier } from './vocabulary.ts';

/** One change as a sentence without its time: `Compiled by turbofan, the optimizing compiler`. */
export function changeWords(change: TierChange): string {
  switch (change.type) {
    case 'compiled': {
      const loop = change.onStack ? ', for a loop that was running' : '';
      return `${compiledWords(change.tier)} (${formatBytes(change.codeBytes)})${loop}`;
    }
    case 'deopt': {
      const loop = change.onStack ? ' of a running loop' : '';
      return `Deoptimized: its ${change.from} code${loop} was thrown away, ${change.deopt.reason}`;
    }
    case 'disabled':
      return `V8 gave up optimizing it: ${disabledWords(change.reason)}`;
  }
}

function compiledWords(tier: Tier): string {
  return tier === 'ignition'
    ? 'Made ready for ignition, the interpreter'
    : `Compiled by ${tier}, ${compilerWords[tier]}`;
}

/** When a change was: `2.1 s into the measured time`, `340 ms before the measured time`. */
export function changeTimeWords(atMs: number): string {
  return atMs < 0
    ? `${formatDuration(-atMs)} before the measured time`
    : `${formatDuration(atMs)} into the measured time`;
}

/** Why a function is not optimized, in one or two sentences that end with a full stop. */
export function whyWords(why: NotOptimized): string {
  switch (why.type) {
    case 'never-hot':
      switch (why.evidence.type) {
        case 'made-anew':
          return `Its code was made anew ${formatCount(why.evidence.count)} times within the measured time, as \`eval\`, \`new Function\` and modules that are loaded again do. Each time it starts cold, so V8 has no chance to optimize it.`;
        case 'optimized-late':
          return `It was optimized only ${changeTimeWords(why.evidence.atMs)}; before, it had not run often enough.`;
        case 'ran-seldom':
          return `It never got hot: its ${formatBytes(why.evidence.bytecodeBytes)} of bytecode ran for only ${formatDuration(why.evidence.runMs)} in all, which is too little for V8.`;
      }
    case 'too-large':
      return `It is too large: V8 optimizes functions of up to ${formatBytes(why.limitBytes)} of bytecode, and this one has ${formatBytes(why.bytecodeBytes)}. Functions that it calls are optimized by themselves.`;
    case 'disabled':
      return `V8 gave up optimizing it: ${disabledWords(why.reason)}.`;
    case 'deopt-loop':
      return `V8 optimized it again and again, and each time had to throw the code away: ${formatCount(why.count)} times within the measured time. ${siteWords(why.site)}`;
    case 'deopted': {
      const again =
        why.againAtMs === null
          ? 'was not optimized again'
          : `was optimized again only ${changeTimeWords(why.againAtMs)}`;
      return `It lost its optimized code ${changeTimeWords(why.atMs)} and ${again}. ${siteWords(why.site)}`;
    }
    case 'unknown':
      return 'V8 did not say why.';
  }
}

/** The same in a few words that follow what a marker says; empty where that says it, or nothing is known. */
export function whyClause(why: NotOptimized | null): string {
  switch (why?.type) {
    case 'too-large':
      return `: too large to optimize (${formatBytes(why.bytecodeBytes)} of bytecode)`;
    case 'disabled':
      return `: V8 gave up on it, as ${disabledWords(why.reason)}`;
    case 'never-hot':
      switch (why.evidence.type) {
        case 'made-anew':
          return `: made anew ${formatCount(why.evidence.count)} times, so it never gets hot`;
        case 'optimized-late':
          return `: optimized only ${changeTimeWords(why.evidence.atMs)}`;
        case 'ran-seldom':
          return ': it never got hot';
      }
    case 'deopt-loop':
    case 'deopted':
    case 'unknown':
    case undefined:
      return '';
  }
}

/** What a reason means, else the reason as V8 gives it. */
function siteWords({ reason }: DeoptSite): string {
  return deoptWords(reason)?.meaning ?? `V8's reason: “${reason}”.`;
}

/** `62 % of its own samples ran within totalOf, which has it built in`. */
export function inlinedWords({ name, share }: InlinedInto): string {
  return `${formatShare(share)} of its own samples ran within ${name}, which has it built in`;
}

import { deoptText, disabledText } from './deoptText.ts';
import { formatBytes, formatCount, formatDuration, formatShare } from './format.ts';
import type { DeoptSite, InlinedInto, NotOptimized, TierChange } from './tierStory.ts';
import { compilerText } from './tierText.ts';
import type { Tier } from './vocabulary.ts';

/** One change as a sentence without its time: `Compiled by turbofan, the optimizing compiler`. */
export function changeText(change: TierChange): string {
  switch (change.type) {
    case 'compiled': {
      const loop = change.onStack ? ', for a loop that was running' : '';
      return `${compiledText(change.tier)} (${formatBytes(change.codeBytes)})${loop}`;
    }
    case 'deopt': {
      const loop = change.onStack ? ' of a running loop' : '';
      return `Deoptimized: its ${change.from} code${loop} was thrown away, ${change.deopt.reason}`;
    }
    case 'disabled':
      return `V8 gave up optimizing it: ${disabledText(change.reason)}`;
  }
}

function compiledText(tier: Tier): string {
  return tier === 'ignition'
    ? 'Made ready for ignition, the interpreter'
    : `Compiled by ${tier}, ${compilerText[tier]}`;
}

/** The time of a change: `2.1 s into the measured time`, `340 ms before the measured time`. */
export function changeTimeText(atMs: number): string {
  return atMs < 0
    ? `${formatDuration(-atMs)} before the measured time`
    : `${formatDuration(atMs)} into the measured time`;
}

/** Why a function is not optimized, in one or two sentences that end with a full stop. */
export function whyText(why: NotOptimized): string {
  switch (why.type) {
    case 'never-hot':
      switch (why.evidence.type) {
        case 'made-anew':
          return `Its code was made anew ${formatCount(why.evidence.count)} times within the measured time, as \`eval\`, \`new Function\` and modules that are loaded again do. Each time it starts cold, so V8 has no chance to optimize it.`;
        case 'optimized-late':
          return `It was optimized only ${changeTimeText(why.evidence.atMs)}; before, it had not run often enough.`;
        case 'ran-seldom':
          return `It never got hot: its ${formatBytes(why.evidence.bytecodeBytes)} of bytecode ran for only ${formatDuration(why.evidence.runMs)} in all, which is too little for V8.`;
      }
    case 'too-large':
      return `It is too large: V8 optimizes functions of up to ${formatBytes(why.limitBytes)} of bytecode, and this one has ${formatBytes(why.bytecodeBytes)}. Functions that it calls are optimized by themselves.`;
    case 'disabled':
      return `V8 gave up optimizing it: ${disabledText(why.reason)}.`;
    case 'deopt-loop':
      return `V8 optimized it again and again, and each time had to throw the code away: ${formatCount(why.count)} times within the measured time. ${siteText(why.site)}`;
    case 'deopted': {
      const again =
        why.againAtMs === null
          ? 'was not optimized again'
          : `was optimized again only ${changeTimeText(why.againAtMs)}`;
      return `It lost its optimized code ${changeTimeText(why.atMs)} and ${again}. ${siteText(why.site)}`;
    }
    case 'unknown':
      return 'V8 did not say why.';
  }
}

/**
 * The same in a few words for the end of a marker's text; empty if the marker says it, or nothing
 * is known.
 */
export function whyClause(why: NotOptimized | null): string {
  switch (why?.type) {
    case 'too-large':
      return `: too large to optimize (${formatBytes(why.bytecodeBytes)} of bytecode)`;
    case 'disabled':
      return `: V8 gave up on it, as ${disabledText(why.reason)}`;
    case 'never-hot':
      switch (why.evidence.type) {
        case 'made-anew':
          return `: made anew ${formatCount(why.evidence.count)} times, so it never gets hot`;
        case 'optimized-late':
          return `: optimized only ${changeTimeText(why.evidence.atMs)}`;
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

/** The meaning of a reason, or V8's own text. */
function siteText({ reason }: DeoptSite): string {
  return deoptText(reason)?.meaning ?? `V8's reason: “${reason}”.`;
}

/** `62 % of its own samples ran within totalOf, which has it built in`. */
export function inlinedText({ name, share }: InlinedInto): string {
  return `${formatShare(share)} of its own samples ran within ${name}, which has it built in`;
}

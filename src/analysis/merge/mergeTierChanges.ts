import type { IsolateLog, LogDeopt } from '../log/isolateLog.ts';
import { tierEvents, type LogTierEvent } from '../log/tierEvents.ts';
import type { FunctionResolver } from './functionResolver.ts';
import { tierCode, type ProfileTierChange, type ProfileTierChanges } from '../profile/profile.ts';

/** Functions with less than both of these shares of the isolate's on-CPU samples are left out. */
const minOwnShare = 0.001;
const minTotalShare = 0.003;
/** Limit for each isolate; functions with most samples come first. */
const maxFunctions = 300;
/** Limit for each function; half of them are its first changes, half its last. */
const maxChanges = 96;

/** The events of one function; `function` is one of the log's functions with its text. */
export interface WantedChanges {
  function: number;
  events: LogTierEvent[];
  /** Its deopts, whose sites need their scripts loaded. */
  sites: LogDeopt[];
}

/**
 * Finds the events of the functions that matter, by their text in the log: those with a notable
 * share of the samples, and those that lost optimized code within the window.
 * @param samples innermost node of each sample of the window, in the log's own tree
 * @param deopts deoptimizations within the window
 */
export function wantedChanges(
  log: IsolateLog,
  samples: Int32Array,
  deopts: readonly LogDeopt[],
): Map<string, WantedChanges> {
  const counts = countsByText(log, samples);
  for (const { function: own, siteFunction } of deopts) {
    for (const fn of [own, siteFunction]) {
      const { text } = log.code.functions[fn]!;
      if (!counts.has(text)) counts.set(text, { function: fn, total: 0 });
    }
  }
  const chosen = [...counts].sort((a, b) => b[1].total - a[1].total).slice(0, maxFunctions);
  const events = tierEvents(log, new Set(chosen.map(([text]) => text)));
  return new Map(
    chosen.flatMap(([text, { function: fn }]) => {
      const found = events.get(text);
      if (!found) return [];
      const sites = found.filter((event) => event.type === 'deopt');
      return [[text, { function: fn, events: found, sites }]];
    }),
  );
}

/** Converts those events to original positions and the window's clock. */
export function mergedChanges(
  wanted: Map<string, WantedChanges>,
  resolver: FunctionResolver,
  isolate: number,
  windowOffsetMicros: number,
  windowMicros: number,
): ProfileTierChanges[] {
  return [...wanted.values()].map(({ function: fn, events }) => {
    const times = events.map(({ timeMicros }) => timeMicros + windowOffsetMicros);
    const inTime = events.filter((_, i) => times[i]! < windowMicros);
    const leftOut = Math.max(0, inTime.length - maxChanges);
    const from = maxChanges / 2;
    const kept = leftOut === 0 ? inTime : inTime.toSpliced(from, leftOut);
    return {
      function: resolver.function(fn),
      isolate,
      changes: kept.map((event) =>
        change(event, Math.round(event.timeMicros + windowOffsetMicros), resolver),
      ),
      leftOut,
      madeInWindow: events.filter(
        (event, i) =>
          event.type === 'compiled' &&
          event.tier === tierCode.ignition &&
          times[i]! >= 0 &&
          times[i]! < windowMicros,
      ).length,
    };
  });
}

function change(
  event: LogTierEvent,
  timeMicros: number,
  resolver: FunctionResolver,
): ProfileTierChange {
  switch (event.type) {
    case 'compiled': {
      const { type, tier, codeBytes, onStack } = event;
      return { timeMicros, type, tier, codeBytes, onStack };
    }
    case 'deopt': {
      const { type, tier, onStack, kind, reason } = event;
      const {
        function: siteFunction,
        line,
        column,
      } = resolver.frame(event.siteFunction, event.offset);
      return { timeMicros, type, tier, onStack, siteFunction, line, column, kind, reason };
    }
    case 'disabled':
      return { timeMicros, type: event.type, reason: event.reason };
  }
}

/** The JavaScript functions with a notable share, with their self and total samples. */
function countsByText(
  { code, tree }: IsolateLog,
  samples: Int32Array,
): Map<string, { function: number; total: number }> {
  const own = new Int32Array(tree.length);
  const { functions } = code;
  let onCpu = 0;
  for (let i = 0; i < samples.length; i++) {
    const node = samples[i]!;
    if (node < 0) continue;
    own[node]!++;
    onCpu++;
  }
  const total = own.slice();
  const byText = new Map<string, { function: number; own: number; total: number }>();
  const byFunction: { own: number; total: number }[] = [];
  for (let node = tree.length - 1; node > 0; node--) {
    if (total[node] === 0) continue;
    const parent = tree.parents.at(node);
    total[parent]! += total[node]!;
    const fn = code.frames[tree.frames.at(node)]!.function;
    const { text, area } = functions[fn]!;
    if (area !== null) continue;
    let found = byFunction[fn];
    if (!found) {
      const known = byText.get(text) ?? { function: fn, own: 0, total: 0 };
      byText.set(text, known);
      byFunction[fn] = found = known;
    }
    found.own += own[node]!;
    // This counts recursion repeatedly, which at worst lets a function in.
    found.total += total[node]!;
  }
  return new Map(
    [...byText].filter(
      ([, each]) => each.own >= minOwnShare * onCpu || each.total >= minTotalShare * onCpu,
    ),
  );
}

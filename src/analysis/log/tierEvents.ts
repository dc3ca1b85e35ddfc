import type { TierCode } from '../profile/profile.ts';
import { CodeKind } from './codeTable.ts';
import type { IsolateLog } from './isolateLog.ts';
import type { LogFunction } from './logFunctions.ts';

/** Something that V8 did with a function's code. Times are by V8's own clock. */
export type LogTierEvent = { timeMicros: number; function: number } & (
  | { type: 'compiled'; tier: TierCode; codeBytes: number; onStack: boolean }
  | {
      type: 'deopt';
      tier: TierCode;
      onStack: boolean;
      siteFunction: number;
      offset: number;
      kind: string;
      reason: string;
    }
  | { type: 'disabled'; reason: string }
);

/**
 * Returns the events of the functions with a wanted text (`name url:line:column`), oldest first. A
 * text that was evaluated repeatedly counts as one function.
 */
export function tierEvents(
  log: IsolateLog,
  wanted: ReadonlySet<string>,
): Map<string, LogTierEvent[]> {
  const { table, functions } = log.code;
  const events = new Map<string, LogTierEvent[]>();
  const add = (event: LogTierEvent): void => {
    const { text } = functions[event.function]!;
    if (!wanted.has(text)) return;
    const known = events.get(text);
    if (known) known.push(event);
    else events.set(text, [event]);
  };
  for (let entry = 0; entry < table.length; entry++) {
    if (table.kind(entry) !== CodeKind.js) continue;
    // Most of a log's code is not wanted.
    if (!wanted.has(functions[table.function(entry)]!.text)) continue;
    add({
      type: 'compiled',
      timeMicros: table.timeMicros(entry),
      function: table.function(entry),
      tier: table.tier(entry),
      codeBytes: table.ends.at(entry) - table.starts.at(entry),
      onStack: table.isOnStack(entry),
    });
  }
  for (const deopt of log.deopts) add({ type: 'deopt', ...deopt });
  const named = log.disabled.length > 0 ? functionsByName(functions) : null;
  for (const { timeMicros, name, reason } of log.disabled) {
    // V8 logs only a name.
    const found = named?.get(name) ?? -1;
    if (found >= 0) add({ type: 'disabled', timeMicros, function: found, reason });
  }
  for (const list of events.values()) list.sort((a, b) => a.timeMicros - b.timeMicros);
  return events;
}

/** Functions by name; -1 if several share it. Functions at urls with spaces are left out. */
function functionsByName(functions: readonly LogFunction[]): Map<string, number> {
  const named = new Map<string, number>();
  for (const [index, { text, area }] of functions.entries()) {
    const name = area === null ? /^(\S+) \S*:\d+:\d+$/.exec(text)?.[1] : undefined;
    if (name === undefined) continue;
    const known = named.get(name);
    const isOther = known !== undefined && functions[known]?.text !== text;
    named.set(name, isOther ? -1 : index);
  }
  return named;
}

import { formatBytes, formatCount } from '../../shared/format.ts';
import type { Leak } from '../../shared/growth.ts';
import { none, type Rule } from './rule.ts';

/** Less for each request is not worth a finding. */
const minBytesPerRequest = 16;
const most = 3;

/**
 * Memory grows in each block of load and does not slow down, and what one function allocates stays. The
 * thresholds of growth are in judgeGrowth.ts. It can't know of a cache with a limit that is not reached yet.
 */
export const memoryLeak: Rule = {
  kind: 'memory-leak',
  find: ({ report: { memory } }) => {
    const { leaks = [], blocks = [], handles = [] } = memory?.growth ?? {};
    // Memory of handles that stay open goes with them.
    const isOfHandles = ({ file, name, line }: Leak) =>
      handles.some((each) => each.file === file && (each.name === name || each.line === line));
    const requests = blocks.reduce((sum, block) => sum + block.requests, 0);
    return leaks
      .filter((leak) => leak.bytesPerRequest >= minBytesPerRequest && !isOfHandles(leak))
      .slice(0, most)
      .map((leak) => {
        const { name, file, line, bytesPerRequest: bytes } = leak;
        const held = leak.holder === null ? '' : `, held by ${leak.holder}`;
        return {
          ...none,
          ...{ kind: 'memory-leak' as const, file, line, bytes },
          price: 0.5 + (0.4 * bytes) / (bytes + 10_000),
          text: `${formatCount(1000)} requests leave ${formatBytes(bytes * 1000)} in memory: ${whatOf(leak)} that ${name} allocates${held}. It went on growing through ${blocks.length} blocks of load, ${formatCount(requests)} requests in all.`,
          next: nextOf(leak),
          action: { type: 'open-line' as const },
        };
      });
  },
};

function whatOf({ className }: Leak): string {
  if (className === null) return 'what';
  return plainNames[className] ?? `objects of class ${className}`;
}

const plainNames: Readonly<Record<string, string>> = {
  Object: 'plain objects',
  Array: 'arrays',
  string: 'strings',
  function: 'functions',
  number: 'numbers',
};

function nextOf({ holder }: Leak): string {
  const where = holder === null ? 'it is kept' : `${holder} is filled`;
  return `Open the line and find where ${where}: remove what is done with, or give it a limit. If it is a cache with a limit above so many requests, load it for longer.`;
}

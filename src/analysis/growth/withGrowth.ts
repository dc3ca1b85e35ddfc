import type { GrowthReport } from '../../shared/growth.ts';
import type { MemoryReport } from '../../shared/memory.ts';
import { medianPerRequest, risesOf } from './judgeGrowth.ts';

/**
 * With what stays in use from one block of load to the next. The median of the blocks: in one of them V8 may
 * free code, or make a large table anew.
 */
export function withGrowth(memory: MemoryReport, growth: GrowthReport): MemoryReport {
  const { blocks, startBytes } = growth;
  const rises = risesOf([startBytes, ...blocks.map(({ usedBytes }) => usedBytes)]);
  const perRequest = medianPerRequest(
    rises,
    blocks.map(({ requests }) => requests),
  );
  const retainedBytesPerRequest = blocks.length > 0 ? Math.max(0, perRequest) : null;
  return { ...memory, retainedBytesPerRequest, growth };
}

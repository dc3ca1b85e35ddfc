import type { GrowthReport } from '../../shared/growth.ts';
import type { MemoryReport } from '../../shared/memory.ts';
import { medianOf } from './judgeGrowth.ts';

/**
 * With what stays in use from one block of load to the next. The median of the blocks: in one of them V8 may
 * free code, or make a large table anew.
 */
export function withGrowth(memory: MemoryReport, growth: GrowthReport): MemoryReport {
  const { blocks, startBytes } = growth;
  const rates = blocks.map(({ requests, usedBytes }, block) => {
    const before = blocks[block - 1]?.usedBytes ?? startBytes;
    return (usedBytes - before) / Math.max(1, requests);
  });
  const retainedBytesPerRequest = rates.length > 0 ? Math.max(0, medianOf(rates)) : null;
  return { ...memory, retainedBytesPerRequest, growth };
}

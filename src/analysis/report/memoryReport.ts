import { formatNumberOf } from '../../shared/format.ts';
import type { SampleReport } from './buildReport.ts';
import type { MemoryReport, WindowAllocation } from '../../shared/memory.ts';

/**
 * Says what a request of a window cost in memory.
 *
 * @param requests answers of the window
 */
export function memoryReport(allocation: WindowAllocation, requests: number): MemoryReport {
  const { threads, lost, unable } = allocation;
  const isKnown = threads.length > 0 && requests > 0;
  const heapBytes = threads.reduce((all, thread) => all + thread.heapBytes, 0);
  const collections = threads.flatMap((thread) => thread.collections);
  const gcMs = collections.reduce((all, { ms }) => all + ms, 0);
  return {
    bytesPerRequest: isKnown ? Math.max(0, heapBytes) / requests : null,
    gcMsPerRequest: isKnown ? gcMs / requests : null,
    retainedBytesPerRequest: null,
    externalBytes: isKnown
      ? threads.reduce((all, { externalBytes }) => all + externalBytes, 0)
      : null,
    problem: problemOf(allocation, requests) ?? lostText(lost, unable),
    functions: [],
  };
}

/**
 * The functions of a run of allocations, whose samples are bytes: what hidden ones allocate is with the
 * nearest visible caller.
 */
export function withFunctions(
  memory: MemoryReport,
  { functions, unattributedShare }: Pick<SampleReport, 'functions' | 'unattributedShare'>,
): MemoryReport {
  const { bytesPerRequest } = memory;
  if (bytesPerRequest === null) return memory;
  return {
    ...memory,
    functions: functions
      .filter(({ self }) => self > 0)
      .map(({ name, file, line, self }) => {
        return { name, file, line, bytesPerRequest: self * bytesPerRequest };
      })
      .sort((a, b) => b.bytesPerRequest - a.bytesPerRequest),
    elsewhereBytesPerRequest: unattributedShare * bytesPerRequest,
  };
}

function problemOf({ threads, unable }: WindowAllocation, requests: number): string | null {
  if (threads.length > 0) {
    return requests > 0 ? null : 'It is not known what a request allocates: none was answered.';
  }
  return unable === null
    ? 'It is not known what a request allocates: no thread of the server has told it.'
    : `It is not known what a request allocates: Node.js ${unable} does not tell it, 18.15 and later ones do.`;
}

function lostText(lost: number, unable: string | null): string | null {
  if (lost > 0) {
    const threads = formatNumberOf(lost, 'thread');
    return `What ${threads} allocated is not counted, because ${lost === 1 ? 'it' : 'they'} had ended or did not answer.`;
  }
  if (unable === null) return null;
  return `What threads of Node.js ${unable} allocated is not counted: it does not tell it, 18.15 and later ones do.`;
}

import { formatBytes, formatRoughMs } from './format.ts';
import type { MemoryReport } from './memory.ts';

/** Sentences on what requests cost in memory. */

/** Less memory outside of the heap than this is Node.js itself. */
export const manyBytes = 20_000_000;

/** `A request allocates 41.2 kB and costs 0.05 ms of garbage collection.`; empty if nothing is known. */
export function memorySentences(memory: MemoryReport | null | undefined): string[] {
  if (!memory) return [];
  const { bytesPerRequest, gcMsPerRequest, externalBytes, problem } = memory;
  const problems = problem === null ? [] : [problem];
  if (bytesPerRequest === null || gcMsPerRequest === null) return problems;
  const gc = `${formatRoughMs(gcMsPerRequest)} of garbage collection`;
  return [
    `A request allocates ${formatBytes(bytesPerRequest)} and costs ${gc}.`,
    ...(externalBytes === null || externalBytes < manyBytes ? [] : [outsideText(externalBytes)]),
    ...growthSentences(memory),
    ...problems,
  ];
}

function growthSentences({ growth, retainedBytesPerRequest }: MemoryReport): string[] {
  if (!growth) return [];
  const { leaks, problem } = growth;
  const grows = leaks.length > 0 || problem !== null;
  const words =
    grows && retainedBytesPerRequest !== null
      ? `${formatBytes(retainedBytesPerRequest)} of each request stay in memory.`
      : 'Nothing that stays in memory goes on growing.';
  return [words, ...(problem === null ? [] : [problem])];
}

function outsideText(bytes: number): string {
  return `Buffers and other memory outside of V8's heap, up to ${formatBytes(bytes)} at once, are not in it.`;
}

/** Says what the figures mean. */
export const bytesTitle =
  "Bytes on V8's heap that the server allocated for each answer, those that were collected at once included; Buffers and other memory outside of the heap are not in it";
export const gcTitle = 'Time for which V8 stopped the server to collect garbage, for each answer';

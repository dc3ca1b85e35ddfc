import { formatRoughMs, formatShare } from '../../shared/format.ts';
import { none, type Rule } from './rule.ts';

/** Share of the mean latency. */
const minShare = 0.5;
/** A load without pauses keeps every server busy: a queue matters where each request is dear. */
const minCpuMs = 2;
/** A loop that idles so much has no line: requests wait for a CPU then, or for the thread pool. */
const maxIdleShare = 0.75;

/**
 * Requests stand in line for an event loop that is busy with work of many lines. If one line is most of it, that
 * line is the finding. It can't know which requests matter more than others.
 */
export const queue: Rule = {
  kind: 'queue',
  find: ({ report }) => {
    const { requests, sampling, load } = report;
    if (!requests || !load) return [];
    const { queue: queuedMs, cpu, gc } = requests.parts;
    const share = queuedMs / requests.meanMs;
    const cpuMs = Math.max(cpu + gc, (sampling?.cpuMicrosPerRequest ?? 0) / 1000);
    if (share < minShare || cpuMs < minCpuMs) return [];
    if (sampling && sampling.idleShare > maxIdleShare) return [];
    return [
      {
        ...none,
        ...{ kind: 'queue' as const, ms: queuedMs, price: share },
        text: `A request takes ${formatRoughMs(cpuMs)} of CPU time and stands in line for ${formatRoughMs(queuedMs)}, ${formatShare(share)} of its latency, because the event loop is busy with others.`,
        next: 'The queue goes when CPU time goes: begin with the hot lines, or let several processes share the load (node:cluster).',
      },
    ];
  },
};

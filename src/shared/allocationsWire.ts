import type { ListedFinding } from './linesWire.ts';
import type { AllocatingFunction, MemoryReport } from './memory.ts';

/** The run of allocations that is shown, for the views of the extension host. Beside the profile: it has no time. */
export interface AllocationsSummary {
  /** For people: command and time. */
  title: string;
  memory: MemoryReport;
  /** Findings of the run: leaks, and failed requests. */
  findings: ListedFinding[];
  /** Most first, at most 500. */
  functions: (AllocatingFunction & { uri: string })[];
}

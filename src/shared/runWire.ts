import type { Failure } from './failure.ts';
import type { RunOptions } from './runOptions.ts';
import type { RunOrigin } from './savedRuns.ts';

/** The parameters and the answer of `run` on the wire between extension host and language server (lspWire.ts). */
export interface RunRequest {
  options: RunOptions;
  /** Repeats of the run are recognized by it; if absent, by folder and command. */
  origin?: RunOrigin;
}
export interface RunAnswer {
  failure: Failure | null;
}

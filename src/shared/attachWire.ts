import type { AttachOptions, NodeProcess } from './attach.ts';
import type { RunOrigin } from './savedRuns.ts';

/** The part of the wire between host and server that is about processes which run already. */

/** Host → server, request `attach`: answered as `run` is, when the run has ended; one of both at a time. */
export interface AttachRequest {
  options: AttachOptions;
  /** By which its repeats are known. */
  origin: RunOrigin;
}

/** Host → server, request `nodeProcesses`: what may be attached to. No parameters. */
export interface NodeProcessesAnswer {
  /** Those that listen on a port first. */
  processes: NodeProcess[];
}

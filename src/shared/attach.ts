import type { LoadOptions } from './runOptions.ts';
import type { Area } from './vocabulary.ts';

/** A Node.js process of this machine. */
export interface NodeProcess {
  pid: number;
  /** Cut to 120 characters, without secrets and preloaded modules. */
  command: string;
  /** Empty if the system does not tell. */
  cwd: string;
  /** TCP ports that it listens on, ascending. */
  ports: number[];
}

/** Identifies a process: by its id, by a port that its server listens on, or by its inspector's. */
export type AttachTarget = { pid: number } | { port: number };

/** The options of a run on a process that runs already. */
export interface AttachOptions {
  target: AttachTarget;
  /** Null: no load is sent, and the process is sampled as it is. */
  load: LoadOptions | null;
  /** Seconds of sampling if there is no load. */
  durationS: number;
  /** Folders whose files (outside node_modules) are the `app` area. Empty: worked out from the process. */
  workspaceFolders: string[];
  /** Sampling interval in microseconds. */
  intervalMicros: number;
  /** The areas that are visible in the report. */
  areas: Area[];
}

/** `process 4711`, `port 3000`. */
export function attachTargetText(target: AttachTarget): string {
  return 'pid' in target ? `process ${target.pid}` : `port ${target.port}`;
}

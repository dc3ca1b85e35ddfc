import type { LoadOptions } from './runOptions.ts';
import type { Area } from './vocabulary.ts';

/** A Node.js process of this machine. */
export interface NodeProcess {
  pid: number;
  /** Cut to 120 characters, without secrets and what is loaded before the script. */
  command: string;
  /** Empty where the system does not tell. */
  cwd: string;
  /** TCP ports that it listens on, ascending. */
  ports: number[];
}

/** Which process is meant: by its id, by a port that its server listens on, or by its inspector's. */
export type AttachTarget = { pid: number } | { port: number };

/** What a run does that samples a process which runs already. */
export interface AttachOptions {
  target: AttachTarget;
  /** Null: nothing is sent, and what the process does by itself is sampled. */
  load: LoadOptions | null;
  /** Without load: how long it is sampled. */
  durationS: number;
  /** Folders whose files (outside node_modules) are the `app` area. Empty: worked out from the process. */
  workspaceFolders: string[];
  /** Sampling interval in microseconds. */
  intervalMicros: number;
  /** What is visible in the report. */
  areas: Area[];
}

/** `process 4711`, `port 3000`. */
export function attachTargetWords(target: AttachTarget): string {
  return 'pid' in target ? `process ${target.pid}` : `port ${target.port}`;
}

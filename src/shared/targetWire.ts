import type { LoopEvent } from './signalsWire.ts';
import type { GrowthLook, GrowthMark } from './growth.ts';
import type { ThreadAllocation } from './memory.ts';

/**
 * Events from the preload to the engine: lines of JSON, appended to the file
 * `<pid>-<threadId>.ndjson` in the run's folder (environment variable HOTFRAME_RUN_DIR). A file
 * works from every grandchild, costs the target's event loop nothing, and needs no reader on the
 * other side.
 */
export type TargetEvent =
  | {
      /** First line of each process and worker thread that loaded the preload. */
      type: 'hello';
      pid: number;
      ppid: number;
      /** 0 on the main thread. */
      threadId: number;
      /** The thread id of a worker on Linux; on the main thread it is the pid. */
      tid?: number;
      isClusterWorker: boolean;
      node: string;
      v8: string;
      execPath: string;
      execArgv: string[];
      /** `process.argv` (binary and script first). */
      argv: string[];
      cwd: string;
      /** Whether a channel to the process that started it is open, as with fork(). */
      hasChannel: boolean;
      /** Samples what it allocates; absent: no. */
      samplesHeap?: boolean;
      /** Url of its inspector if the engine asked to open it; on the main thread. */
      inspector?: string;
      /**
       * Set on the main thread of an unsampled process, which may have to be started again with the
       * sampler.
       */
      env?: Record<string, string>;
    }
  | {
      /** A server listens. `at` is the system monotonic clock in nanoseconds, as decimal text. */
      type: 'listening';
      at: string;
      address:
        | {
            kind: 'tcp';
            host: string;
            port: number;
            family: 'IPv4' | 'IPv6';
            /** Whether a server on `::` refuses IPv4. */
            isIpv6Only: boolean;
          }
        /** An absolute path, or an abstract name of Linux that begins with NUL. */
        | { kind: 'pipe'; path: string };
      protocol: 'http' | 'https' | 'http2' | 'tcp';
      /** Whether the process listens to messages of its parent, without which it may not start. */
      hearsParent: boolean;
      /** NODE_ENV at that moment; empty if it is not set. */
      nodeEnv: string;
    }
  | {
      /** listen() failed, for example with EADDRINUSE. */
      type: 'listen-error';
      code: string;
      host: string;
      port: number;
    }
  | {
      /** The process begins to exit; told by main threads on Windows, and on Node.js 18. */
      type: 'exiting';
      code: number;
    }
  | {
      /** V8's CPU profiler was started by an inspector session of the process, which silences V8's log. */
      type: 'profiler';
    }
  | {
      /**
       * An HTTP request arrived; sent if the engine asked for it, and not for every request. `at`
       * as above.
       */
      type: 'request';
      at: string;
    }
  | LoopEvent
  | {
      /**
       * The thread counts from now on what it allocates, or it can't (Node.js before 18.15). `cpuMicros` is
       * the CPU time of its process so far, on the main thread.
       */
      type: 'counting';
      isAble: boolean;
      cpuMicros?: number;
    }
  | ({
      /** The thread tells what it has allocated since `counting`. */
      type: 'allocated';
      cpuMicros?: number;
    } & ThreadAllocation)
  | {
      /** A step of growth.ts is done. */
      type: 'grown';
      step: string;
      mark?: GrowthMark;
      look?: GrowthLook;
    };

/**
 * Name of the function that the preload compiles to tie V8's clock to the system's:
 * `hotframe_clock_<pid>_<threadId>_<hrtime in nanoseconds>`. Its `code-creation` line in the log
 * carries V8's own time stamp.
 */
export const clockMarkPrefix = 'hotframe_clock_';

import { ChildProcess } from 'node:child_process';

/** The part of Node's `ChildProcess` through which every asynchronous way to start a child goes. */
interface Spawning {
  spawn(options: SpawnOptions): number;
  spawnargs: string[];
}

export interface SpawnOptions {
  file?: string;
  /** Begins with the name of the program. */
  args?: string[] | undefined;
  /** `NAME=value`. */
  envPairs?: string[];
}

/**
 * Part of the preload: children of this process are started with what `change` gives instead, where it gives
 * something. The program sees the arguments that it asked for. A `change` that throws changes nothing.
 */
export function changeSpawned(change: (options: SpawnOptions) => SpawnOptions | null): void {
  const prototype = ChildProcess.prototype as unknown as Spawning;
  const spawn = prototype.spawn;
  prototype.spawn = function (this: Spawning, options) {
    const changed = changeOrNull(change, options);
    if (!changed) return Reflect.apply(spawn, this, [options]) as number;
    const { args, envPairs } = options;
    try {
      Object.assign(options, changed);
      return Reflect.apply(spawn, this, [options]) as number;
    } finally {
      Object.assign(options, { args, envPairs });
      if (args) this.spawnargs = args;
    }
  };
}

function changeOrNull(
  change: (options: SpawnOptions) => SpawnOptions | null,
  options: SpawnOptions,
): SpawnOptions | null {
  try {
    return change(options);
  } catch {
    return null;
  }
}

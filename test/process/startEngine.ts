import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RunOptions } from '../../src/shared/runOptions.ts';
import type { RunState } from '../../src/shared/runState.ts';
import { testProgram } from '../support/testProgram.ts';

/** Runs in an engine of its own, to be killed; resolves when the run is in the phase. */
export async function startEngine(
  options: RunOptions,
  phase: RunState['phase'],
): Promise<ChildProcess> {
  const engine = spawn(
    process.execPath,
    [testProgram('process/engineDriver'), JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface({ input: engine.stdout })) {
    if (line === phase) break;
  }
  return engine;
}

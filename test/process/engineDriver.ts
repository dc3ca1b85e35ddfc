import { runProfile } from '../../src/engine/run/run.ts';
import type { RunOptions } from '../../src/shared/runOptions.ts';

/** Stands for the command line in tests that kill it: runs the options of its argument and prints each phase. */
await runProfile(
  JSON.parse(process.argv[2]!) as RunOptions,
  {
    onState: (state) => process.stdout.write(state.phase + '\n'),
    onProgress() {},
    onOutput() {},
  },
  new AbortController().signal,
);

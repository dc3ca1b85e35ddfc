import { readFileSync } from 'node:fs';
import { readCalls } from './bench/callList.ts';
import { checkAnswers } from './bench/checkAnswers.ts';
import { exportedFunction } from './bench/exportedFunction.ts';
import { loadFunction } from './bench/loadFunction.ts';
import { measureCalls } from './bench/measureCalls.ts';
import { writeWatched } from './files/watchedFile.ts';
import type { BenchAnswer, BenchJob } from '../shared/benchWire.ts';

/**
 * A process of `hotframe bench`: loads the module of a function, does the one task of the job file
 * that is its argument, writes the answer, and ends, whatever the module has begun.
 */
const job = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BenchJob;
// The user's module finds the arguments of its server no more.
process.argv.splice(2);
// Nobody waits for what the module does beside the function.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

let isAnswered = false;
// Nothing is left to do, and the answer is still waited for.
process.once('beforeExit', () => {
  give({
    type: 'failed',
    message:
      'A call, or the module as it is loaded, waits for a promise that is never settled here: what settles it runs only in the server. Measure the server before and after the change.',
  });
});

void answer()
  .catch((error: unknown): BenchAnswer => {
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  })
  .then(give);

function give(given: BenchAnswer): void {
  if (isAnswered) return;
  isAnswered = true;
  writeWatched(job.answerFile, JSON.stringify(given));
  process.exit(0);
}

async function answer(): Promise<BenchAnswer> {
  const [first, second] = job.sides;
  const loaded = await loadFunction(first!);
  const list = await readCalls(job, loaded);
  switch (job.task) {
    case 'measure':
      return { type: 'measured', ...(await measureCalls(job, loaded, list, first!.kind)) };
    case 'check': {
      const other = await loadFunction(second!);
      return { type: 'checked', ...(await checkAnswers([loaded, other], list)) };
    }
    case 'write':
      return { type: 'exported', ...exportedFunction(loaded, list, first!) };
  }
}

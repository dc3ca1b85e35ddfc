import { Worker } from 'node:worker_threads';

/** No input takes a hundredth of this. */
const deadlineS = 60;

const code = `
  const { workerData } = require('node:worker_threads');
  const round = new Int32Array(workerData.memory);
  let seen = -1;
  setInterval(() => {
    if (round[0] === seen) {
      // A worker's own stderr goes through the thread that hangs.
      require('node:fs').writeSync(2, workerData.what + ' ' + seen + ' hangs.\\n');
      process.kill(process.pid, 'SIGKILL');
    }
    seen = round[0];
  }, ${deadlineS * 1000});
`;

/** Ends this process, and says which round it was, where one never ends: no timer here would fire then. */
export function startWatchdog(what: string): { note(round: number): void; end(): void } {
  const memory = new SharedArrayBuffer(4);
  const round = new Int32Array(memory);
  const worker = new Worker(code, { eval: true, workerData: { memory, what }, execArgv: [] });
  worker.unref();
  return {
    note: (value) => void Atomics.store(round, 0, value),
    end: () => void worker.terminate(),
  };
}

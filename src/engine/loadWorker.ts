import type { FromLoad, LoadStart } from '../shared/loadWire.ts';
import { runLoadPhase } from './load/loadPhase.ts';

/**
 * The load process: answers each `start` with progress and one `done` or `failed`, and ends when
 * the engine's end of the channel closes.
 */
process.on('disconnect', () => process.exit(0));
process.on('message', (start: LoadStart) => {
  runLoadPhase(start, send).then(send, (error: unknown) =>
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});

function send(message: FromLoad): void {
  if (process.connected) process.send?.(message);
}

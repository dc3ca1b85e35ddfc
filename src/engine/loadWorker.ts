import type { FromLoad, ToLoad } from '../shared/loadWire.ts';
import { runStretch, type Stretch } from './loadStretch.ts';

/**
 * The load process: answers each `start` with progress and one `done` or `failed`, and ends when
 * the engine's end of the channel closes. Ctrl-C in a terminal reaches it too, and is the engine's.
 */
let stretch: Stretch | null = null;

process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToLoad) => {
  switch (message.type) {
    case 'start':
      stretch = runStretch(message, send);
      stretch.done.then(send, (error: unknown) =>
        send({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
      return;
    case 'stop':
      stretch?.stop();
      return;
  }
});

function send(message: FromLoad): void {
  if (process.connected) process.send?.(message);
}

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Next to the port that Node.js opens its inspector on; nothing else listens there. */
const lockPort = 9228;
const deadlineMs = 300_000;

/**
 * Waits until no other test process attaches to processes of this machine, and keeps that so until
 * this one ends: Node.js opens the inspector of a process that runs on one port, 9229, alone.
 */
export async function reserveInspectorPort(): Promise<void> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const lock = createServer().unref();
    lock.listen(lockPort, '127.0.0.1');
    try {
      await once(lock, 'listening');
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(200);
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { InspectorSession } from './inspectorConnection.ts';

/** Enough for the profile of a large program. */
const profileMs = 30_000;
/** Tells the window's profile from others in the same session. */
const title = 'hotframe-window';

/** The inspector module, by whichever way this Node.js has. Its console is the real one: nobody has replaced it. */
export const inspectorModule = `(process.getBuiltinModule?.('node:inspector') ?? require('node:inspector'))`;

/** An expression for the process, where `require` works as in a console. */
export function evaluation(expression: string): object {
  return { expression, returnByValue: true, includeCommandLineAPI: true };
}

/**
 * V8's CPU profiler on one thread. The profiler does not know code that was optimized inside a
 * running loop (OSR) before it started, and books its time on the caller. So at the start, V8
 * discards all optimized code and compiles it anew. The profiler then keeps running: the window's
 * profile is a second one in the same session, which knows everything that the first does.
 *
 *   start ───────────────────────────────────────► stop
 *            beginWindow ────────────────────────► its profile
 */
export class ThreadProfiler {
  #isRunning = false;
  #window: Promise<object> | null = null;

  constructor(
    readonly threadId: number,
    readonly session: InspectorSession,
  ) {}

  /** @param keepsCode keeps optimized code, for a process that would be disturbed by its loss */
  async start(intervalMicros: number, keepsCode: boolean): Promise<void> {
    if (this.#isRunning) return;
    const { session } = this;
    await session.ask('Profiler.enable');
    await session.ask('Profiler.setSamplingInterval', { interval: intervalMicros });
    await session.ask('Profiler.start');
    this.#isRunning = true;
    if (keepsCode) return;
    // Turning precise coverage on makes V8 discard optimized code.
    await session.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.ask('Profiler.stopPreciseCoverage');
  }

  /** The profile begins here; if never called, it begins at the start. */
  async beginWindow(): Promise<void> {
    if (!this.#isRunning || this.#window) return;
    const { session } = this;
    this.#window = new Promise((resolve) => {
      session.on('Profiler.consoleProfileFinished', (finished: FinishedProfile) => {
        if (finished.title === title) resolve(finished.profile);
      });
    });
    await session.ask(
      'Runtime.evaluate',
      evaluation(`${inspectorModule}.console.profile('${title}')`),
    );
  }

  /** The profile up to now; null if none was started. */
  async stop(): Promise<object | null> {
    if (!this.#isRunning) return null;
    this.#isRunning = false;
    const { session } = this;
    const window = this.#window;
    this.#window = null;
    if (window) {
      const end = `${inspectorModule}.console.profileEnd('${title}')`;
      await session.ask('Runtime.evaluate', evaluation(end), profileMs);
      const late = delay(windowMs, null, { ref: false });
      const profile = await Promise.race([window, late]);
      if (profile) {
        // Drop the longer profile unread.
        await session.ask('Profiler.disable');
        return profile;
      }
    }
    const { profile } = await session.ask<{ profile: object }>('Profiler.stop', {}, profileMs);
    return profile;
  }
}

/** The window's profile arrives before the answer to the request that ended it. */
const windowMs = 1000;

interface FinishedProfile {
  title?: string;
  profile: object;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { InspectorSession } from './inspectorConnection.ts';

/** Of a large program. */
const profileMs = 30_000;
/** Of the profile of the window among those of the session. */
const title = 'hotframe-window';

/** The inspector's own console, which nobody has replaced; whichever way to modules this Node.js has. */
export const inspectorModule = `(process.getBuiltinModule?.('node:inspector') ?? require('node:inspector'))`;

/** An expression of the process, with the `require` of a console. */
export function evaluation(expression: string): object {
  return { expression, returnByValue: true, includeCommandLineAPI: true };
}

/**
 * V8's CPU profiler on one thread. It does not know loops that V8 has optimized while they ran, before
 * it began, and books their time on the caller. So with the start, V8 throws its optimized code away,
 * and compiles it again as it is needed; and the profiler runs on from there, also where the window
 * begins: the window's is a second profile of the same session, which knows all that the first does.
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

  /** @param keepsCode leaves optimized code, where throwing it away would disturb somebody */
  async start(intervalMicros: number, keepsCode: boolean): Promise<void> {
    if (this.#isRunning) return;
    const { session } = this;
    await session.ask('Profiler.enable');
    await session.ask('Profiler.setSamplingInterval', { interval: intervalMicros });
    await session.ask('Profiler.start');
    this.#isRunning = true;
    if (keepsCode) return;
    // Counting calls, for a moment, does that.
    await session.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.ask('Profiler.stopPreciseCoverage');
  }

  /** From here the profile counts; without, from the start. */
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

  /** The profile up to now; null where none was begun. */
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
        // What the longer one holds is not wanted.
        await session.ask('Profiler.disable');
        return profile;
      }
    }
    const { profile } = await session.ask<{ profile: object }>('Profiler.stop', {}, profileMs);
    return profile;
  }
}

/** It is told before the answer to what ended it. */
const windowMs = 1000;

interface FinishedProfile {
  title?: string;
  profile: object;
}

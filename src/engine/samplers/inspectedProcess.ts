import { setTimeout as delay } from 'node:timers/promises';
import {
  ConnectionLost,
  InspectorConnection,
  Unanswered,
  WorkerSession,
} from './inspectorConnection.ts';
import { evaluation, inspectorModule, ThreadProfiler } from './threadProfiler.ts';

export interface ProcessFacts {
  pid: number;
  node: string;
  v8: string;
  execPath: string;
  execArgv: string[];
  /** `process.argv`: binary and script first. */
  argv: string[];
  cwd: string;
  /** May hold secrets. */
  env: Record<string, string>;
  uptimeS: number;
}

export interface ThreadProfile {
  /** 0 on the main thread. */
  threadId: number;
  profile: object;
}

interface EvaluateAnswer {
  result: { value?: unknown; description?: string };
  exceptionDetails?: { text: string };
}

/**
 * A process whose inspector is open, with its worker threads, sampled by V8's CPU profiler. Worker
 * threads that start later are sampled from their start.
 */
export class InspectedProcess {
  readonly #threads = new Map<string, ThreadProfiler>();
  #intervalMicros: number | null = null;
  #isEnding = false;
  /** Whether optimized code must stay: a process that collects coverage would lose its counts with it. */
  #keepsCode = false;

  private constructor(private readonly connection: InspectorConnection) {
    this.#threads.set('', new ThreadProfiler(0, connection));
  }

  static async connect(url: string): Promise<InspectedProcess> {
    const process = await InspectedProcess.open(url);
    try {
      await process.listen();
    } catch (error) {
      await process.connection.close();
      throw error;
    }
    return process;
  }

  /** Only connects; call {@link listen} before anything else. */
  static async open(url: string, signal?: AbortSignal): Promise<InspectedProcess> {
    return new InspectedProcess(await InspectorConnection.open(url, signal));
  }

  /** Resolves when the process has ended or its inspector was closed. */
  get closed(): Promise<void> {
    return this.connection.closed;
  }

  /** Whether the process wants to end; its connection is closed then. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Subscribes to worker threads and to the end of the process. Throws Unanswered if nobody answers. */
  async listen(): Promise<void> {
    const { connection } = this;
    connection.on('NodeWorker.attachedToWorker', (params: AttachedWorker) =>
      this.#addWorker(params),
    );
    connection.on(
      'NodeWorker.receivedMessageFromWorker',
      ({ sessionId, message }: WorkerMessage) => {
        const session = this.#threads.get(sessionId)?.session;
        if (session instanceof WorkerSession) session.take(message);
      },
    );
    connection.on('NodeWorker.detachedFromWorker', ({ sessionId }: { sessionId: string }) => {
      const session = this.#threads.get(sessionId)?.session;
      if (session instanceof WorkerSession) session.lose('The worker thread has ended.');
      this.#threads.delete(sessionId);
    });
    // A process that wants to end waits until nobody is connected any more.
    connection.on('NodeRuntime.waitingForDisconnect', () => {
      this.#isEnding = true;
      void connection.close();
    });
    // Programs that only embed V8 have neither domain.
    for (const [method, params] of [
      ['NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }],
      ['NodeWorker.enable', { waitForDebuggerOnStart: false }],
    ] as const) {
      await connection.ask(method, params).catch((error: unknown) => {
        if (error instanceof Unanswered) throw error;
        unlessLost(error);
      });
    }
  }

  #addWorker({ sessionId, workerInfo }: AttachedWorker): void {
    const session = new WorkerSession(this.connection, sessionId);
    const thread = new ThreadProfiler(Number(workerInfo.workerId) || -1, session);
    this.#threads.set(sessionId, thread);
    // A worker that ends before it starts sampling has no samples.
    if (this.#intervalMicros !== null) {
      thread.start(this.#intervalMicros, this.#keepsCode).catch(() => {});
    }
  }

  /** Also throws Unanswered if the other side is not a Node.js process. */
  async facts(): Promise<ProcessFacts> {
    const facts = (await this.#evaluate(
      `({ pid: process.pid, node: process.versions.node, v8: process.versions.v8,
          execPath: process.execPath, execArgv: process.execArgv, argv: process.argv,
          cwd: process.cwd(), env: { ...process.env }, uptimeS: process.uptime() })`,
    )) as ProcessFacts | undefined;
    if (!isFacts(facts)) throw new Unanswered('The process does not say what it is.');
    this.#keepsCode = facts.env['NODE_V8_COVERAGE'] !== undefined;
    return facts;
  }

  /** Whether its event loop turns within the time: false in one long piece of code or while paused by a debugger. */
  async comesRound(waitMs: number): Promise<boolean> {
    const round = 'new Promise((resolve) => setTimeout(resolve, 0, 1))';
    return this.#evaluate(round, waitMs, true).then(
      () => true,
      (error: unknown) => {
        unlessLost(error);
        return false;
      },
    );
  }

  /**
   * Finds where a process with a blocked event loop is. Stops it for a moment and gives the line;
   * or `paused` if a debugger already holds it. Null if it does not stop, as in native code.
   */
  async whereItIs(): Promise<'paused' | CodePlace | null> {
    const { connection } = this;
    let isPaused = false;
    const urls = new Map<string, string>();
    connection.on('Debugger.scriptParsed', ({ scriptId, url }: ParsedScript) => {
      urls.set(scriptId, url);
    });
    const stopped = new Promise<CodePlace | null>((resolve) => {
      connection.on('Debugger.paused', ({ callFrames: [top] }: PausedCode) => {
        isPaused = true;
        if (!top) return resolve(null);
        const { scriptId, lineNumber } = top.location;
        const url = urls.get(scriptId) ?? '';
        resolve({ name: top.functionName, url, line: lineNumber + 1 });
      });
    });
    // If the process is paused already, a new session hears of it at once.
    await connection.ask('Debugger.enable');
    if (isPaused) {
      await connection.ask('Debugger.disable');
      return 'paused';
    }
    await connection.ask('Debugger.pause');
    const late = delay(pauseMs, null, { ref: false });
    const place = await Promise.race([stopped, late, this.closed.then(() => null)]);
    await connection.ask('Debugger.resume').catch(unlessLost);
    await connection.ask('Debugger.disable');
    return place;
  }

  /** Samples each thread that is not sampled yet, from now on. */
  async startSampling(intervalMicros: number): Promise<void> {
    this.#intervalMicros = intervalMicros;
    await this.#eachThread((thread) => thread.start(intervalMicros, this.#keepsCode));
  }

  /** Samples from before are not in the profile. */
  async beginWindow(): Promise<void> {
    await this.#eachThread((thread) => thread.beginWindow());
  }

  /** Ends the sampling; gives the profile of each living thread. */
  async stopSampling(): Promise<ThreadProfile[]> {
    this.#intervalMicros = null;
    const profiles = await this.#eachThread(async (thread) => {
      const profile = await thread.stop();
      return profile && { threadId: thread.threadId, profile };
    });
    return profiles.filter((each) => each !== null);
  }

  /** Leaves out worker threads that have ended. */
  async #eachThread<T>(work: (thread: ThreadProfiler) => Promise<T>): Promise<T[]> {
    const all = [...this.#threads.values()].map(async (thread) => {
      try {
        return [await work(thread)];
      } catch (error) {
        if (thread.threadId === 0) throw error;
        return [];
      }
    });
    return (await Promise.all(all)).flat(1) as T[];
  }

  /** The texts of scripts as they run, by URL. */
  async sources(urls: ReadonlySet<string>): Promise<Map<string, string>> {
    const scripts = new Map<string, string>();
    this.connection.on('Debugger.scriptParsed', ({ scriptId, url }: ParsedScript) => {
      if (urls.has(url)) scripts.set(url, scriptId);
    });
    const sources = new Map<string, string>();
    await this.connection.ask('Debugger.enable', {}, sourcesMs);
    for (const [url, scriptId] of scripts) {
      const { scriptSource } = await this.connection.ask<{ scriptSource: string }>(
        'Debugger.getScriptSource',
        { scriptId },
      );
      sources.set(url, scriptSource);
    }
    await this.connection.ask('Debugger.disable');
    return sources;
  }

  /** Closes the inspector itself, and so the connection. Works on a process that is stuck in its code too. */
  async closeInspector(): Promise<void> {
    // A closed inspector sends no answer.
    this.#evaluate(`${inspectorModule}.close()`).catch(() => {});
    await Promise.race([this.connection.closed, delay(closeMs, undefined, { ref: false })]);
  }

  /** Ends everything that this session began, so that the process is as it was. */
  async leave(): Promise<void> {
    // Ask all at once, so that a stuck process is waited for once. Closing the connection ends the
    // rest.
    const asked = [...this.#threads.values()].map(({ session }) =>
      session.ask('Profiler.disable', {}, leaveMs),
    );
    const [main] = await Promise.allSettled(asked);
    if (main?.status === 'rejected') return;
    await this.connection.ask('NodeWorker.disable', {}, leaveMs).catch(() => {});
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  /** @param awaits whether to await a promise; one of a stuck or paused process never settles */
  async #evaluate(expression: string, waitMs?: number, awaits = false): Promise<unknown> {
    const { result, exceptionDetails } = await this.connection.ask<EvaluateAnswer>(
      'Runtime.evaluate',
      { ...evaluation(expression), awaitPromise: awaits },
      waitMs,
    );
    if (exceptionDetails) throw new Error(result.description ?? exceptionDetails.text);
    return result.value;
  }
}

/** V8 stops code at its next call or loop iteration. */
const pauseMs = 2000;
/** Before it closes, Node.js lets go of each connection. */
const closeMs = 3000;
/** Enough for the sources of a large program. */
const sourcesMs = 30_000;
/** Short, because a person who has cancelled waits for it. */
const leaveMs = 500;

function isFacts(facts: ProcessFacts | undefined): facts is ProcessFacts {
  if (typeof facts !== 'object' || facts === null) return false;
  const { pid, uptimeS, node, v8, execPath, cwd, execArgv, argv, env } = facts;
  const isOf = (type: string, ...values: unknown[]) => values.every((each) => typeof each === type);
  return (
    isOf('number', pid, uptimeS) &&
    isOf('string', node, v8, execPath, cwd) &&
    [execArgv, argv].every((words) => Array.isArray(words) && isOf('string', ...words)) &&
    isOf('object', env) &&
    isOf('string', ...Object.values(env ?? {}))
  );
}

export interface CodePlace {
  name: string;
  url: string;
  line: number;
}

interface PausedCode {
  callFrames: { functionName: string; location: { scriptId: string; lineNumber: number } }[];
}

interface AttachedWorker {
  sessionId: string;
  workerInfo: { workerId: string };
}

interface WorkerMessage {
  sessionId: string;
  message: string;
}

interface ParsedScript {
  scriptId: string;
  url: string;
}

function unlessLost(error: unknown): void {
  if (error instanceof ConnectionLost) throw error;
}

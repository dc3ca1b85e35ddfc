import { setTimeout as delay } from 'node:timers/promises';
import {
  ConnectionLost,
  InspectorConnection,
  Unanswered,
  WorkerSession,
} from './inspectorConnection.ts';
import { evaluation, inspectorModule, ThreadProfiler } from './threadProfiler.ts';

/** What a process says of itself. */
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
  /** Since its start. */
  uptimeS: number;
}

/** A CPU profile of one thread, as the protocol gives it. */
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
 * A process whose inspector is open, with its worker threads: samples them by V8's CPU profiler.
 * Worker threads that begin later are sampled from their start.
 */
export class InspectedProcess {
  readonly #threads = new Map<string, ThreadProfiler>();
  #intervalMicros: number | null = null;
  #isEnding = false;
  /** A process that counts its calls itself would lose its counts with its code. */
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

  /** Connects alone: {@link listen} comes first. */
  static async open(url: string, signal?: AbortSignal): Promise<InspectedProcess> {
    return new InspectedProcess(await InspectorConnection.open(url, signal));
  }

  /** Resolves when the process has ended or its inspector was closed. */
  get closed(): Promise<void> {
    return this.connection.closed;
  }

  /** Whether the process is ending and has been let go. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Hears of worker threads and of the end. Throws Unanswered where nobody answers. */
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
    // Neither is there in programs that only embed V8.
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
    // One that ends meanwhile has no samples.
    if (this.#intervalMicros !== null) {
      thread.start(this.#intervalMicros, this.#keepsCode).catch(() => {});
    }
  }

  /** Throws Unanswered where what answers is no Node.js process, too. */
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

  /** Whether its event loop comes round within the time; false in one long piece of code, or where a debugger has paused it. */
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
   * Where a process is whose event loop does not come round: at a line of one long piece of code,
   * which is stopped there for a moment; or paused, by a debugger that has not let it go on. Null
   * where it does not stop, as in native code.
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
    // It tells a new session at once where it is paused already.
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

  /** What was sampled before is not in the profile. */
  async beginWindow(): Promise<void> {
    await this.#eachThread((thread) => thread.beginWindow());
  }

  /** Ends the sampling; the profile of each thread that lives. */
  async stopSampling(): Promise<ThreadProfile[]> {
    this.#intervalMicros = null;
    const profiles = await this.#eachThread(async (thread) => {
      const profile = await thread.stop();
      return profile && { threadId: thread.threadId, profile };
    });
    return profiles.filter((each) => each !== null);
  }

  /** A worker thread that has ended gives nothing. */
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

  /** The texts of scripts as they run, by url. */
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

  /** Closes the inspector itself, which ends the connection too; also of a process that is stuck in its code. */
  async closeInspector(): Promise<void> {
    // There is no answer where it does as it is told.
    this.#evaluate(`${inspectorModule}.close()`).catch(() => {});
    await Promise.race([this.connection.closed, delay(closeMs, undefined, { ref: false })]);
  }

  /** Leaves the process as it was: nothing that this session has begun goes on. */
  async leave(): Promise<void> {
    // All at once, so that one that answers nothing is waited for once. The rest ends with the connection.
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

  /** @param awaits whether the value is a promise, of which a process that is stuck or paused gives none back */
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

/** Code is stopped at its next call or turn of a loop. */
const pauseMs = 2000;
/** Node.js lets go of each connection before. */
const closeMs = 3000;
/** Of a large program. */
const sourcesMs = 30_000;
/** Whoever has cancelled waits for it. */
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

/** A place in code that runs. */
export interface CodePlace {
  /** Empty where the function has none. */
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

import { channel } from 'node:diagnostics_channel';
import { errorMonitor } from 'node:events';
import type * as Inspector from 'node:inspector';
import { appendFileSync, readlinkSync } from 'node:fs';
import { Server } from 'node:net';
import { basename, dirname, resolve } from 'node:path';
import type * as V8 from 'node:v8';
import { runInThisContext } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { writeWatched } from './files/watchedFile.ts';
import { preloadChildren } from './launch/preloadedChildren.ts';
import { sampleChildren } from './launch/sampledChildren.ts';
import { watchLearning, type Learn } from './learning/watchLearning.ts';
import { watchLoop } from './signals/watchLoop.ts';
import { endInlining } from './memory/heapSampler.ts';
import { watchCounting } from './memory/watchCounting.ts';
import { watchGrowth } from './memory/watchGrowth.ts';
import { learningFolder } from '../shared/learningWire.ts';
import { noRecorderEnding, recordVariable, type RecordJob } from '../shared/benchWire.ts';
import { growthFolder } from '../shared/growth.ts';
import { countingFolder } from '../shared/memory.ts';
import { clockMarkPrefix, type TargetEvent } from '../shared/targetWire.ts';
import type { learn } from './learner.ts';
import type { record } from './recorder.ts';

/**
 * Runs in the target before its own code: through execArgv in its worker threads and forked
 * children, through NODE_OPTIONS in every other Node.js below it. It must never throw, print, or keep the target alive.
 *
 * The run's folder is read from the environment, or from V8's own flag if a child or a worker
 * was given another environment.
 */
declare const require: NodeJS.Require;
declare const __filename: string;

// Held here: a channel that nobody holds is collected with its subscribers.
const requestChannel = channel('http.server.request.start');

/** A server of this thread has listened. */
let isServing = false;

/** The server did not start the profiler that these start. */
const learnerSessions = new WeakSet<object>();

const folder = process.env['HOTFRAME_RUN_DIR'] ?? folderOfLogFlag();
if (folder) {
  endShapeDescriptions();
  const samplesHeap = process.env['HOTFRAME_SAMPLE_HEAP'] !== undefined;
  if (samplesHeap) endInlining(require('node:v8') as typeof V8);
  const append = appendFileSync;
  const file = `${folder}/${process.pid}-${threadId}.ndjson`;
  const tell = (event: TargetEvent) => {
    try {
      append(file, JSON.stringify(event) + '\n', { mode: 0o600 });
    } catch {
      // A full disk or a removed folder is the engine's to notice.
    }
  };
  tell({
    type: 'hello',
    pid: process.pid,
    ppid: process.ppid,
    threadId,
    ...systemThread(),
    isClusterWorker: isClusterWorker(),
    node: process.versions.node,
    v8: process.versions.v8,
    execPath: process.execPath,
    execArgv: process.execArgv,
    argv: process.argv,
    cwd: cwdOrEmpty(),
    hasChannel: process.connected === true,
    ...openedInspector(),
    ...(samplesHeap ? { samplesHeap } : {}),
    ...(threadId === 0 && !process.execArgv.includes('--prof') ? { env: environment() } : {}),
  });
  placeClockMark();
  watchServers(tell);
  watchProfilers(tell);
  watchExit(tell);
  if (process.env['HOTFRAME_TELL_REQUESTS']) watchRequests(tell);
  preloadChildren(__filename);
  sampleChildren(__filename);
  recordCalls();
  watchLearning(`${folder}/${learningFolder}`, loadLearner);
  watchCounting(`${folder}/${countingFolder}`, samplesHeap, () => isServing, tell);
  if (samplesHeap) watchGrowth(`${folder}/${growthFolder}`, tell);
}

/** Runs for `hotframe bench`, before the user's modules are loaded. Otherwise nothing of it is loaded. */
function recordCalls(): void {
  const job = process.env[recordVariable];
  if (job === undefined) return;
  const recording = JSON.parse(job) as RecordJob;
  try {
    const recorder = require(resolve(dirname(__filename), 'recorder.cjs')) as {
      record: typeof record;
    };
    recorder.record(recording);
  } catch (error) {
    // The server goes on, and the engine says why nothing was recorded.
    const file = `${recording.folder}/${process.pid}-${threadId}${noRecorderEnding}`;
    writeWatched(file, String(error));
  }
}

function loadLearner(): Learn {
  const learner = require(resolve(dirname(__filename), 'learner.cjs')) as { learn: typeof learn };
  return (folder, port) => learner.learn(folder, port, (session) => learnerSessions.add(session));
}

/**
 * In a deep run V8 has described the shapes that Node.js starts with. Each that comes is told by the
 * property that it adds to one before; described in full, shapes made a small program's log seven times as large.
 */
function endShapeDescriptions(): void {
  if (threadId !== 0 || !process.execArgv.includes('--log-maps')) return;
  const { setFlagsFromString } = require('node:v8') as { setFlagsFromString(flag: string): void };
  setFlagsFromString('--no-log-maps-details');
}

function folderOfLogFlag(): string | undefined {
  const flag = process.execArgv.find((argument) => argument.startsWith('--logfile='));
  return flag && /^--logfile=(.*)[\\/]%p\.log$/.exec(flag)?.[1]?.replaceAll('%%', '%');
}

/** Opens the inspector on a free port if the engine samples by it; one that is open already will do. */
function openedInspector(): { inspector?: string } {
  if (threadId !== 0 || !process.env['HOTFRAME_OPEN_INSPECTOR']) return {};
  try {
    const inspector = require('node:inspector') as typeof Inspector;
    if (inspector.url() === undefined) inspector.open(0, '127.0.0.1');
    const url = inspector.url();
    return url === undefined ? {} : { inspector: url };
  } catch {
    // A build without an inspector, or a process that may not open one.
    return {};
  }
}

function environment(): Record<string, string> {
  return { ...(process.env as Record<string, string>) };
}

/** Its CPU time is counted by this number. */
function systemThread(): { tid?: number } {
  if (threadId === 0 || process.platform !== 'linux') return {};
  try {
    return { tid: Number(basename(readlinkSync('/proc/thread-self'))) };
  } catch {
    return {};
  }
}

/** `process.cwd()` throws if the folder was removed. */
function cwdOrEmpty(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

/** Only a forked process can be a cluster worker; there `cluster` is loaded already. */
function isClusterWorker(): boolean {
  if (process.connected !== true || threadId !== 0) return false;
  return (require('node:cluster') as { isWorker: boolean }).isWorker;
}

/** Calls a function of a name that ties V8's clock to the system's: its code-creation line has both. */
function placeClockMark(): void {
  try {
    const name = `${clockMarkPrefix}${process.pid}_${threadId}_${process.hrtime.bigint()}`;
    const mark = runInThisContext(`(function ${name}(){})`, {
      filename: 'hotframe-clock',
    }) as () => void;
    mark();
  } catch {
    // Without the mark the reader falls back on the start of the log.
  }
}

function watchServers(tell: (event: TargetEvent) => void): void {
  const watched = new WeakSet<Server>();
  const ipv6Only = new WeakSet<Server>();
  const listen = Server.prototype.listen;
  Server.prototype.listen = function (this: Server, ...listenArguments: unknown[]) {
    if (asksForIpv6Only(listenArguments[0])) ipv6Only.add(this);
    if (!watched.has(this)) {
      watched.add(this);
      this.on('listening', () => {
        tellListening(this, ipv6Only.has(this), tell);
        if (!isServing) watchThisLoop(tell);
        isServing = true;
      });
      // The monitor symbol sees errors without counting as a handler for them.
      this.on(errorMonitor as unknown as 'error', (error) => tellListenError(error, tell));
    }
    return Reflect.apply(listen, this, listenArguments) as Server;
  } as typeof listen;
}

function watchThisLoop(tell: (event: TargetEvent) => void): void {
  try {
    watchLoop(tell);
  } catch {
    // The report then says nothing of the loop.
  }
}

/** Packages that profile with code of their own in C++ start it another way. */
function watchProfilers(tell: (event: TargetEvent) => void): void {
  try {
    const { Session } = require('node:inspector') as typeof Inspector;
    const post = Session.prototype.post as (this: Inspector.Session, ...rest: unknown[]) => void;
    Session.prototype.post = function (this: Inspector.Session, ...postArguments: unknown[]) {
      const isOwn = learnerSessions.has(this);
      if (postArguments[0] === 'Profiler.start' && !isOwn) tell({ type: 'profiler' });
      return Reflect.apply(post, this, postArguments);
    };
  } catch {
    // A build without an inspector.
  }
}

/** On Windows some processes never get further, on Node.js 18 a late sample may end them: see target.ts. */
function watchExit(tell: (event: TargetEvent) => void): void {
  if (threadId !== 0) return;
  if (process.platform !== 'win32' && Number.parseInt(process.versions.node) > 18) return;
  process.once('exit', (code) => tell({ type: 'exiting', code }));
  // The program may have as many listeners as before until Node.js warns of them.
  const most = process.getMaxListeners();
  if (most > 0) process.setMaxListeners(most + 1);
}

/** Tells ten times a second at most; each server of Node.js publishes its requests on this channel. */
function watchRequests(tell: (event: TargetEvent) => void): void {
  let toldNs = 0n;
  requestChannel.subscribe(() => {
    const now = process.hrtime.bigint();
    if (now - toldNs < 100_000_000n) return;
    toldNs = now;
    tell({ type: 'request', at: String(now) });
  });
}

function asksForIpv6Only(how: unknown): boolean {
  return typeof how === 'object' && (how as { ipv6Only?: unknown } | null)?.ipv6Only === true;
}

function tellListening(
  server: Server,
  isIpv6Only: boolean,
  tell: (event: TargetEvent) => void,
): void {
  const at = String(process.hrtime.bigint());
  const address = server.address();
  if (!address) return;
  tell({
    type: 'listening',
    at,
    address:
      typeof address === 'string'
        ? { kind: 'pipe', path: absolutePath(address) }
        : {
            kind: 'tcp',
            host: address.address,
            port: address.port,
            family: address.address.includes(':') ? 'IPv6' : 'IPv4',
            isIpv6Only,
          },
    protocol: protocolOf(server),
    hearsParent: process.connected === true && process.listenerCount('message') > 0,
    nodeEnv: process.env['NODE_ENV'] ?? '',
  });
}

/** Whoever reads it has another working folder. `resolve` throws if the folder was removed. */
function absolutePath(path: string): string {
  try {
    return path.startsWith('\0') ? path : resolve(path);
  } catch {
    return path;
  }
}

/** Told by shape, since loading `https` or `http2` to compare classes would change the target. */
function protocolOf(server: Server): 'http' | 'https' | 'http2' | 'tcp' {
  let prototype: object | null = server;
  while (prototype) {
    if (/^Http2(Secure)?Server$/.test(prototype.constructor?.name ?? '')) return 'http2';
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  if (!('maxHeadersCount' in server)) return 'tcp';
  return 'setSecureContext' in server ? 'https' : 'http';
}

interface ListenErrorDetails {
  code?: string;
  syscall?: string;
  address?: string;
  port?: number;
}

function tellListenError(
  error: Error & ListenErrorDetails,
  tell: (event: TargetEvent) => void,
): void {
  if (!error || !error.code || (error.syscall !== 'listen' && error.syscall !== 'bind')) return;
  tell({
    type: 'listen-error',
    code: error.code,
    host: error.address ?? '',
    port: error.port ?? 0,
  });
}

import { subscribe } from 'node:diagnostics_channel';
import { serialize } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { foundCall, recordCall } from './bench/benchCalls.ts';
import { troubleOfCopies } from './bench/callCopies.ts';
import { withoutMethods } from './bench/methodsOfThis.ts';
import { hookModules, type FoundFunctions } from './bench/moduleHooks.ts';
import { writeWatched } from './files/watchedFile.ts';
import type {
  CallValues,
  LostCalls,
  PlacedFunction,
  RecordedCall,
  RecordJob,
  Recording,
} from '../shared/benchWire.ts';

/**
 * Runs in the target of `hotframe bench`, in each thread, loaded by the preload: changes the module of
 * the function so that each call tells its arguments, and keeps one call in N.
 */

/** When so many are kept, one of each two is dropped, and N doubles: all calls count alike. */
const maxKept = 64;
const maxCallBytes = 1024 * 1024;
const maxBytes = 8 * 1024 * 1024;
const writeMs = 150;

export function record(job: RecordJob): void {
  const recorder = new Recorder(job);
  const globals = globalThis as unknown as Record<string, unknown>;
  define(globals, recordCall, recorder.onCall);
  define(globals, foundCall, recorder.onFound);
  hookModules({ purpose: 'record', job }, recorder.onFound, () => {});
  setInterval(() => recorder.write(), writeMs).unref();
  process.on('exit', () => recorder.write());
}

function define(globals: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(globals, name, { value, configurable: true });
}

class Recorder {
  #found: PlacedFunction | null = null;
  #second: PlacedFunction | null = null;
  #requests = 0;
  #calls = 0;
  #everyNth = 1;
  /** The next call that is kept. */
  #next = 0;
  #kept: RecordedCall[] = [];
  #bytes = 0;
  /** True while a call is serialized, since calls that serializing makes are not recorded. */
  #isKeeping = false;
  #isChanged = false;
  readonly #lost = new Map<string, LostCalls>();

  constructor(private readonly job: RecordJob) {
    subscribe('http.server.request.start', this.#onRequest);
  }

  readonly #onRequest = (): void => {
    this.#requests++;
    this.#isChanged = true;
  };

  readonly onFound = ({ found, second }: FoundFunctions): void => {
    this.#found ??= found;
    this.#second ??= second;
    this.#isChanged = true;
  };

  readonly onCall = (
    self: unknown,
    args: ArrayLike<unknown>,
    isNew: boolean,
    around: (() => Record<string, unknown>) | null,
  ): void => {
    // Calls at the start of a server are no work of its requests.
    if (this.#requests === 0 || this.#isKeeping) return;
    const call = this.#calls++;
    if (call < this.#next) return;
    this.#isKeeping = true;
    try {
      this.#keep(self, args, isNew, around);
    } catch (error) {
      // The server must not notice.
      this.#lose('a value of the call', reasonOf(error));
    } finally {
      this.#isKeeping = false;
      this.#isChanged = true;
      // By chance within the next N calls: every Nth might always be the first of two in a request.
      const nth = this.#everyNth;
      this.#next = (Math.floor(call / nth) + 1) * nth + Math.floor(Math.random() * nth);
    }
  };

  #keep(
    self: unknown,
    args: ArrayLike<unknown>,
    isNew: boolean,
    around: (() => Record<string, unknown>) | null,
  ): void {
    const own = this.#found?.isMethod ? withoutMethods(self) : null;
    const values: CallValues = {
      self: isNew || self === globalThis ? undefined : (own?.data ?? self),
      args: Array.from(args),
      captured: around?.() ?? null,
    };
    const { instances, lost } = troubleOfCopies({ ...values });
    if (lost) return this.#lose(lost.where, lost.what);
    let bytes: Buffer;
    try {
      bytes = serialize(values);
    } catch (error) {
      return this.#lose('a value of the call', reasonOf(error));
    }
    if (bytes.length > maxCallBytes) return this.#lose('the arguments', 'more than 1 MB');
    this.#kept.push({ bytes, isNew, instances, methods: own?.methods ?? [] });
    this.#bytes += bytes.length;
    if (this.#kept.length < maxKept && this.#bytes < maxBytes) return;
    this.#kept = oneOfEachTwo(this.#kept);
    this.#bytes = this.#kept.reduce((sum, each) => sum + each.bytes.length, 0);
    this.#everyNth *= 2;
  }

  #lose(where: string, what: string): void {
    const key = `${where}\0${what}`;
    const known = this.#lost.get(key) ?? { where, what, count: 0 };
    if (this.#lost.size < 20) this.#lost.set(key, { ...known, count: known.count + 1 });
    // A lost call costs as much as a kept one.
    if (known.count > 0 && (known.count & (known.count - 1)) === 0 && known.count >= maxKept) {
      this.#everyNth *= 2;
    }
  }

  write(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const recording: Recording = {
      found: this.#found,
      second: this.#second,
      execPath: process.execPath,
      execArgv: process.execArgv,
      cwd: process.cwd(),
      node: process.versions.node,
      calls: this.#calls,
      requests: this.#requests,
      everyNth: this.#everyNth,
      kept: this.#kept,
      lost: [...this.#lost.values()],
    };
    try {
      const file = `${this.job.folder}/${process.pid}-${threadId}.calls`;
      writeWatched(file, serialize(recording));
    } catch {
      // A full disk or a removed folder is the engine's to notice.
    }
  }
}

/** By chance, since the first of each two might always be the first in a request. */
export function oneOfEachTwo<T>(list: readonly T[]): T[] {
  return Array.from(
    { length: Math.ceil(list.length / 2) },
    (_, pair) => list[Math.min(2 * pair + Math.floor(Math.random() * 2), list.length - 1)]!,
  );
}

/** Without its full stop, because it is a part of a sentence. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : 'it threw something';
  return text.slice(0, 100).replace(/\.$/, '');
}

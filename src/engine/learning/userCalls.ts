import { isAbsolute } from 'node:path';
import type { LearnedFunction } from '../../shared/learningWire.ts';

/** As many frames as a stack needs to get out of a framework to the user's code. */
const maxDepth = 50;
/** Frames of the user's that are told of one stack. */
export const maxFrames = 8;

/** Methods of V8's CallSite that its types leave out. */
interface CallSite extends NodeJS.CallSite {
  isAsync(): boolean;
  getPosition(): number;
  getEnclosingLineNumber(): number;
  getEnclosingColumnNumber(): number;
}

/** A function by its index, 1-based line and column. */
type Call = [fn: number, line: number, column: number];

/** Functions, lines and columns, innermost first: those that are running, and those that await them. */
export interface UserFrames {
  called: number[];
  awaiting: number[];
  /** The script of the innermost frame of a library, or empty. */
  library: string;
}

const inLibrary = /[\\/]node_modules[\\/]/;

const givenSites = (_: Error, sites: CallSite[]) => sites;

/** Reads from the stack which functions that may be the user's are running, and numbers them. */
export class UserCalls {
  readonly functions: LearnedFunction[] = [];
  readonly #scripts = new Map<string, number>();
  readonly #functionByKey = new Map<string, number>();
  /** By script: the calls in it by their offset in its text, or whose it is if it can't be the user's. */
  readonly #callsByScript = new Map<string, Map<number, Call> | 'library' | 'nobody'>();

  /** @param ownFile the learner's, whose frames are nobody's */
  constructor(private readonly ownFile: string) {}

  get scripts(): string[] {
    return [...this.#scripts.keys()];
  }

  /**
   * Functions and places of the frames that may be the user's, innermost first.
   *
   * @param hook that runs; its callers alone are looked at
   */
  here(hook: (...given: never[]) => unknown): UserFrames {
    const { stackTraceLimit, prepareStackTrace } = Error;
    const holder: { stack?: CallSite[] } = {};
    try {
      // A server may have frozen it, which an assignment would throw for.
      Reflect.set(Error, 'stackTraceLimit', maxDepth);
      Reflect.set(Error, 'prepareStackTrace', givenSites);
      Error.captureStackTrace(holder, hook);
      const sites = holder.stack;
      return this.#framesOf(Array.isArray(sites) ? sites : []);
    } catch {
      return { called: [], awaiting: [], library: '' };
    } finally {
      Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
      if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
      else Reflect.set(Error, 'prepareStackTrace', prepareStackTrace);
    }
  }

  #framesOf(sites: readonly CallSite[]): UserFrames {
    const called: number[] = [];
    const awaiting: number[] = [];
    let library = '';
    for (const site of sites) {
      const url = site.getFileName() ?? '';
      const calls = this.#callsOf(url);
      if (calls === 'library' && library === '') library = url;
      if (typeof calls === 'string') continue;
      const frames = site.isAsync() ? awaiting : called;
      const call = this.#call(site, url, calls);
      frames.push(call[0], call[1], call[2]);
      if (called.length + awaiting.length === 3 * maxFrames) break;
    }
    return { called, awaiting, library };
  }

  /** Takes every script of a bundle for the user's, since its source map tells only later what is. */
  #callsOf(url: string): Map<number, Call> | 'library' | 'nobody' {
    let calls = this.#callsByScript.get(url);
    if (calls === undefined) {
      const isNobodys = url === '' || url === this.ownFile || url.startsWith('node:');
      calls = isNobodys ? 'nobody' : inLibrary.test(url) ? 'library' : new Map<number, Call>();
      this.#callsByScript.set(url, calls);
    }
    return calls;
  }

  #call(site: CallSite, url: string, calls: Map<number, Call>): Call {
    const position = site.getPosition();
    let call = calls.get(position);
    if (call === undefined) {
      call = [this.#function(site, url), site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0];
      // Several scripts without a file may have the same name.
      if (isAbsolute(url) || url.startsWith('file:')) calls.set(position, call);
    }
    return call;
  }

  #function(site: CallSite, url: string): number {
    const line = site.getEnclosingLineNumber();
    const column = site.getEnclosingColumnNumber();
    const key = `${line}:${column}:${url}`;
    let index = this.#functionByKey.get(key);
    if (index === undefined) {
      let script = this.#scripts.get(url);
      if (script === undefined) this.#scripts.set(url, (script = this.#scripts.size));
      index = this.functions.push([script, site.getFunctionName() ?? '', line, column]) - 1;
      this.#functionByKey.set(key, index);
    }
    return index;
  }
}

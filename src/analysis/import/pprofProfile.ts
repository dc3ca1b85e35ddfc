import { Profile as Pprof, type Location } from 'pprof-format';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { CallTree } from '../profile/callTree.ts';
import {
  ForeignFrames,
  ImportError,
  positionOf,
  tooLarge,
  type ForeignProfile,
} from './foreignProfile.ts';
import { countPprofFields } from './pprofFields.ts';

/** Memory limits for one profile. */
const maxSamples = 8_000_000;
const maxDepth = 10_000;
const maxFields = 3_000_000;

/**
 * Reads an unzipped pprof profile, as `@datadog/pprof` and `@platformatic/flame` write it. It has
 * counts without times, so samples are laid one after the other.
 */
export function foreignFromPprof(bytes: Uint8Array): {
  thread: ForeignProfile;
  origin: ProfileOrigin;
} {
  if (countPprofFields(bytes, maxFields) === maxFields) throw new ImportError(tooLarge);
  let profile: Pprof;
  try {
    profile = Pprof.decode(bytes);
  } catch {
    throw new ImportError(noPprof);
  }
  // The string table comes last, so it is missing if the file is cut off.
  if (profile.stringTable.strings.length === 0 || profile.sampleType.length === 0) {
    throw new ImportError(noPprof);
  }
  return new PprofReader(profile).read();
}

const noPprof = 'it is no pprof profile, or cut off';

class PprofReader {
  readonly #frames = new ForeignFrames();
  readonly #tree = new CallTree();
  /** Outermost first. */
  readonly #framesOfLocation = new Map<number, number[]>();
  readonly #lines: ProfileOrigin['lines'];
  readonly #strings: readonly string[];

  constructor(private readonly profile: Pprof) {
    this.#strings = profile.stringTable.strings;
    this.#lines = this.#knowsLines() ? 'calls' : 'functions';
  }

  read(): { thread: ForeignProfile; origin: ProfileOrigin } {
    const { profile } = this;
    const count = this.#countOf();
    this.#readLocations();
    const intervalMicros = this.#intervalMicros();
    const counts = profile.sample.map((sample) => count(sample.value));
    const total = counts.reduce((sum, each) => sum + each, 0);
    if (total === 0) throw new ImportError('it has no samples');
    if (total > maxSamples) throw new ImportError('its counts are impossible');
    const node = new Int32Array(total);
    let at = 0;
    for (const [i, { locationId }] of profile.sample.entries()) {
      node.fill(this.#nodeOf(locationId), at, at + counts[i]!);
      at += counts[i]!;
    }
    const windowMs = Number(profile.durationNanos) / 1e6;
    const sampledMs = (total * intervalMicros) / 1000;
    return {
      origin: { sampler: 'imported', format: 'pprof profile', tiers: false, lines: this.#lines },
      thread: {
        functions: this.#frames.functions,
        frames: this.#frames.table(),
        nodes: { parent: this.#tree.parents.toArray(), frame: this.#tree.frames.toArray() },
        samples: { node, timeMicros: Float64Array.from(node, (_, i) => i * intervalMicros) },
        isolate: { pid: 0, threadId: 0, role: 'main' },
        windowMs: windowMs > 0 && windowMs < 1e10 ? Math.max(windowMs, sampledMs) : sampledMs,
        intervalMicros,
        notes: [
          'The file says how often, but not when each function ran: nothing is known of the order.',
        ],
      },
    };
  }

  /** Returns a function that converts an entry's values to a number of samples. */
  #countOf(): (values: readonly (number | bigint)[]) => number {
    const types = this.profile.sampleType.map(({ type }) => this.#text(type));
    const units = this.profile.sampleType.map(({ unit }) => this.#text(unit));
    const counted = types.findIndex((type, i) => /^samples?$/.test(type) && units[i] === 'count');
    const whole = (value: number) => (value > 0 ? Math.round(value) : 0);
    if (counted >= 0) return (values) => whole(Number(values[counted] ?? 0));
    const timed = units.indexOf('nanoseconds');
    if (timed >= 0) {
      const nanos = this.#intervalMicros() * 1000;
      return (values) => whole(Number(values[timed] ?? 0) / nanos);
    }
    if (units.includes('bytes')) {
      throw new ImportError('it is a heap profile, which says nothing of time');
    }
    throw new ImportError(units.includes('') ? noPprof : 'it counts neither samples nor time');
  }

  #intervalMicros(): number {
    const { period, periodType } = this.profile;
    const isTime = this.#text(periodType?.unit ?? 0) === 'nanoseconds';
    const micros = Number(period) / 1000;
    return isTime && micros >= 1 && micros < 1e9 ? micros : 1000;
  }

  /**
   * Whether locations have the line that ran, or only their function's first line. The name of an
   * anonymous function can tell. Otherwise lines ran if functions on top of the stack mostly have
   * several: with first lines, only functions that share a name in a file have more than one.
   */
  #knowsLines(): boolean {
    const functions = new Map(this.profile.function.map((each) => [Number(each.id), each]));
    const linesOf = new Map<number, Set<number>>();
    const functionOf = new Map<number, number>();
    for (const { id, line: lines } of this.profile.location) {
      for (const { functionId, line } of lines) {
        const fn = functions.get(Number(functionId));
        const own = splitName(this.#text(fn?.name ?? 0)).line || Number(fn?.startLine ?? 0);
        if (own > 0 && Number(line) > 0 && Number(line) !== own) return true;
        if (this.#text(fn?.filename ?? 0) === '') continue;
        functionOf.set(Number(id), Number(functionId));
        const known = linesOf.get(Number(functionId));
        if (known) known.add(Number(line));
        else linesOf.set(Number(functionId), new Set([Number(line)]));
      }
    }
    let all = 0;
    let several = 0;
    for (const { locationId, value } of this.profile.sample) {
      const fn = functionOf.get(Number(locationId[0] ?? 0));
      if (fn === undefined) continue;
      const count = Number(value[0] ?? 0);
      all += count;
      if (linesOf.get(fn)!.size > 1) several += count;
    }
    return several > all / 3;
  }

  #readLocations(): void {
    const functions = new Map(this.profile.function.map((each) => [Number(each.id), each]));
    const frameOf = ({ functionId, line }: Location['line'][number]): number => {
      const fn = functions.get(Number(functionId));
      const at = positionOf(Number(line), 0);
      const { name, line: ownLine, column } = splitName(this.#text(fn?.name ?? 0));
      const start = ownLine || positionOf(Number(fn?.startLine ?? 0), 0);
      const isFirst = this.#lines === 'functions';
      const url = this.#text(fn?.filename ?? 0);
      const first = start || (isFirst ? at : 0);
      const index = this.#frames.function(name, url, first, column);
      if (first === 0 && at > 0) this.#frames.functions[index]!.within ??= at;
      return this.#frames.frame(index, isFirst ? 0 : at);
    };
    for (const { id, line } of this.profile.location) {
      // The last is the function that the others were inlined into.
      this.#framesOfLocation.set(Number(id), line.map(frameOf).reverse());
    }
  }

  #nodeOf(locations: readonly (number | bigint)[]): number {
    if (locations.length > maxDepth) throw new ImportError('one of its stacks has no end');
    let node = 0;
    for (let i = locations.length - 1; i >= 0; i--) {
      for (const frame of this.#framesOfLocation.get(Number(locations[i]!)) ?? []) {
        node = this.#tree.child(node, frame);
      }
    }
    if (node > 0) return node;
    return this.#tree.child(0, this.#frames.frame(this.#frames.function('(program)', '', 0, 0)));
  }

  #text(index: number | bigint): string {
    return this.#strings[Number(index)] ?? '';
  }
}

/** Splits `(anonymous:L#14:C#34)`, by which `@datadog/pprof` distinguishes anonymous functions. */
function splitName(name: string): { name: string; line: number; column: number } {
  const place = /^(.*?):?\(?(?:anonymous)?:L#(\d+):C#(\d+)\)?$/.exec(name);
  if (!place) return { name, line: 0, column: 0 };
  const [, head = '', line, column] = place;
  return {
    name: head.replace(/\($/, ''),
    line: positionOf(Number(line), 0),
    column: positionOf(Number(column), 0),
  };
}

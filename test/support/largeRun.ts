import type { Profile, ProfileFunction } from '../../src/analysis/profile/profile.ts';

/**
 * A profile of as many call-tree nodes as asked for, the same each time: requests of a server that
 * pass some frames of Node.js and of a framework, then the app's own code, which calls packages,
 * Node.js and builtins. Who calls whom is a fixed graph in which a few callees take most calls, as in
 * programs; stacks are 12 to 70 frames deep.
 */
export function largeProfile(nodeCount: number): Profile {
  const random = randomFrom(1);
  const functions = makeFunctions();
  const calls = functions.map((fn) => callsOf(fn, random));
  const frames = new Frames();
  const nodes = { parent: [-1], frame: [-1] };
  const children = new Map<number, number>();
  const samples: number[] = [];

  const step = (node: number, frame: number): number => {
    const key = node * 1_000_000 + frame;
    const known = children.get(key);
    if (known !== undefined) return known;
    children.set(key, nodes.parent.length);
    nodes.frame.push(frame);
    return nodes.parent.push(node) - 1;
  };
  while (nodes.parent.length < nodeCount) {
    let node = 0;
    for (let fn = 0; fn < entryFrames; fn++) node = step(node, frames.of(fn, 10 + fn, 4));
    let fn = entry;
    const depth = 12 + Math.floor(58 * random() ** 2);
    for (let i = entryFrames; i < depth && nodes.parent.length < nodeCount; i++) {
      const callees = calls[fn]!;
      // Cubed: the first callees are the usual ones.
      const call = callees[Math.floor(callees.length * random() ** 3)]!;
      node = step(node, frames.of(fn, call.line, random() < 0.995 ? tierOf(fn) : 1));
      fn = call.callee;
    }
    samples.push(node);
  }

  return {
    functions,
    frames: frames.table(),
    nodes: { parent: Int32Array.from(nodes.parent), frame: Int32Array.from(nodes.frame) },
    samples: {
      node: Int32Array.from(samples),
      timeMicros: Float64Array.from(samples, (_, index) => index * 1000),
      isolate: new Uint16Array(samples.length),
    },
    isolates: [{ pid: 4711, threadId: 0, role: 'main' }],
    deopts: [],
    sources: new Map(),
    windowMs: samples.length,
    intervalMicros: 1000,
    notes: [],
  };
}

/** Most are optimized by then. */
function tierOf(fn: number): number {
  return fn % 9 === 0 ? 3 : 4;
}

interface Call {
  callee: number;
  /** Of the call, in the caller. */
  line: number;
}

const counts = { core: 400, deps: 2500, app: 700, v8: 80 } as const;
const first = {
  core: 0,
  deps: counts.core,
  app: counts.core + counts.deps,
  v8: counts.core + counts.deps + counts.app,
} as const;
/** Every stack begins with so many functions of Node.js, one calling the next. */
const entryFrames = 6;
/** The app's request handler. */
const entry = first.app;

type Kind = keyof typeof counts;

function makeFunctions(): ProfileFunction[] {
  const made = (kind: Kind, make: (i: number) => ProfileFunction): ProfileFunction[] =>
    Array.from({ length: counts[kind] }, (_, i) => make(i));
  const at = (i: number) => ({ line: 5 + (i % 25) * 40, column: 1 + (i % 30) });
  return [
    ...made('core', (i) => ({
      ...at(i),
      name: `onEvent${i}`,
      file: `node:internal/part${i % 40}`,
      area: 'core',
      package: '',
    })),
    ...made('deps', (i) => ({
      ...at(i),
      name: `resolveValue${i}`,
      file: `/app/node_modules/package-${i % 60}/lib/module${i % 180}.js`,
      area: 'deps',
      package: `package-${i % 60}`,
    })),
    ...made('app', (i) => ({
      ...at(i),
      name: `renderOrder${i}`,
      file: `/app/src/feature${i % 12}/orders${i % 50}.js`,
      area: 'app',
      package: '',
    })),
    ...made('v8', (i) => ({
      name: `Builtin${i}`,
      file: '',
      line: 0,
      column: 0,
      area: 'v8',
      package: '',
    })),
  ];
}

function callsOf({ area, line }: ProfileFunction, random: () => number): Call[] {
  return Array.from({ length: 2 + Math.floor(5 * random()) }, () => {
    const kind = calledKind(area, random());
    const callee = first[kind] + Math.floor(counts[kind] * random());
    return { callee, line: line === 0 ? 0 : line + 1 + Math.floor(30 * random()) };
  });
}

function calledKind(area: ProfileFunction['area'], chance: number): Kind {
  if (area === 'app') return chance < 0.55 ? 'app' : chance < 0.85 ? 'deps' : 'core';
  if (area === 'deps') return chance < 0.65 ? 'deps' : chance < 0.8 ? 'app' : 'v8';
  return chance < 0.7 ? 'core' : chance < 0.85 ? 'v8' : 'app';
}

/** Frames that are stored once for each function, line and tier. */
class Frames {
  readonly #rows: { fn: number; line: number; tier: number }[] = [];
  readonly #known = new Map<string, number>();

  of(fn: number, line: number, tier: number): number {
    const isBuiltin = fn >= first.v8;
    const row = { fn, line: isBuiltin ? 0 : line, tier: isBuiltin ? 0 : tier };
    const key = `${row.fn}:${row.line}:${row.tier}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.#rows.length);
    return this.#rows.push(row) - 1;
  }

  table(): Profile['frames'] {
    const rows = this.#rows;
    return {
      function: Int32Array.from(rows, ({ fn }) => fn),
      line: Int32Array.from(rows, ({ line }) => line),
      column: Int32Array.from(rows, ({ line }) => (line > 0 ? 5 : 0)),
      tier: Uint8Array.from(rows, ({ tier }) => tier),
      exact: new Uint8Array(rows.length).fill(1),
    };
  }
}

/** Numbers in 0…1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

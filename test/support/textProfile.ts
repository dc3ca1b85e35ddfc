import type { Profile, ProfileFunction } from '../../src/analysis/profile/profile.ts';
import type { Area } from '../../src/shared/vocabulary.ts';

/**
 * A profile from a picture: one column a sample, the innermost frame in the column's last row.
 *
 *     main:1   main:1      main:1
 *     route:9  ~parse:30   idle
 *     gc       read:4@lib
 *
 * Cells start where the first row's cells start; no spaces inside a cell. A frame is
 * `[tier]name:line[/file][@area]`:
 * - tier `~` ignition, `^` sparkplug, `+` maglev, `*` turbofan (the default of JavaScript frames);
 *   `^` frames are not `exact`, as in logs before Node.js 26;
 * - `/file` is under `/app` for app code, under the package's folder for packages, after `node:`
 *   for core; the default is `/app/main.js`, `/app/node_modules/PACKAGE/index.js`, `node:core`;
 * - `@node` core, `@gc`, `@v8`, `@native`, `@wasm`; anything else after the first `@` is an npm
 *   package, for example `@lib` or `@@scope/lib`;
 * - `gc` alone is `(garbage collector)` of the area gc.
 * A column that holds the cell `idle` is an idle sample. A function is its name, file and package;
 * its own first line is the lowest that is seen of it. Samples are a millisecond apart, all of
 * isolate 0 (pid 1), and frame columns are 1 where there is a line.
 */
export function profileFromText(text: string): Profile {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const starts = [...(rows[0] ?? '').matchAll(/\S+/g)].map((match) => match.index);
  const stacks: string[][] = starts.map(() => []);
  for (const row of rows) {
    for (const match of row.matchAll(/\S+/g)) {
      const stack = stacks[starts.indexOf(match.index)];
      if (!stack) throw new Error(`'${match[0]}' does not start below a cell of the first row`);
      stack.push(match[0]);
    }
  }

  const functions = new Table<ProfileFunction>();
  const frames = new Table<FrameRow>();
  const nodes = new Table<{ parent: number; frame: number }>();
  nodes.add('root', { parent: -1, frame: -1 });
  const sampleNodes = stacks.map((stack) => {
    if (stack.includes('idle')) return -1;
    let node = 0;
    for (const cell of stack) {
      const { fn, tier, line } = parseFrame(cell);
      const fnIndex = functions.add(`${fn.name}|${fn.file}|${fn.package}|${fn.area}`, fn);
      const known = functions.rows[fnIndex]!;
      known.line = Math.min(known.line, line);
      const frame = frames.add(`${fnIndex}:${line}:${tier}`, { fn: fnIndex, line, tier });
      node = nodes.add(`${node}>${frame}`, { parent: node, frame });
    }
    return node;
  });

  return {
    functions: functions.rows,
    frames: {
      function: Int32Array.from(frames.rows, (row) => row.fn),
      line: Int32Array.from(frames.rows, (row) => row.line),
      column: Int32Array.from(frames.rows, (row) => (row.line > 0 ? 1 : 0)),
      tier: Uint8Array.from(frames.rows, (row) => row.tier),
      exact: Uint8Array.from(frames.rows, (row) => (row.tier === sparkplug ? 0 : 1)),
    },
    nodes: {
      parent: Int32Array.from(nodes.rows, (row) => row.parent),
      frame: Int32Array.from(nodes.rows, (row) => row.frame),
    },
    samples: {
      node: Int32Array.from(sampleNodes),
      timeMicros: Float64Array.from(sampleNodes, (_, index) => index * 1000),
      isolate: new Uint16Array(sampleNodes.length),
    },
    isolates: [{ pid: 1, threadId: 0, role: 'main' }],
    deopts: [],
    sources: new Map(),
    windowMs: sampleNodes.length,
    intervalMicros: 1000,
    notes: [],
  };
}

interface FrameRow {
  fn: number;
  line: number;
  tier: number;
}

const tierCodes: Record<string, number> = { '~': 1, '^': 2, '+': 3, '*': 4 };
const sparkplug = 2;

function parseFrame(cell: string): { fn: ProfileFunction; tier: number; line: number } {
  const match = /^([~^+*]?)([^:@]+)(?::(\d+))?(?:\/([^@]+))?(?:@(.+))?$/.exec(cell);
  if (!match) throw new Error(`'${cell}' is not [tier]name:line[/file][@area]`);
  const [, prefix = '', name = '', lineText, path, suffix] = match;
  if (name === 'gc' && suffix === undefined && lineText === undefined) {
    const fn = pseudo('(garbage collector)', 'gc');
    return { fn, tier: 0, line: 0 };
  }
  const line = Number(lineText ?? 0);
  if (suffix === 'gc' || suffix === 'v8' || suffix === 'native') {
    return { fn: { ...pseudo(name, suffix), line }, tier: 0, line };
  }
  if (suffix === 'wasm') {
    return { fn: { ...pseudo(name, suffix), file: 'wasm://module', line }, tier: 0, line };
  }
  const tier = tierCodes[prefix || '*']!;
  const position = { name, line, column: 1 };
  if (suffix === undefined) {
    const fn = {
      ...position,
      file: `/app/${path ?? 'main.js'}`,
      area: 'app',
      package: '',
    } as const;
    return { fn, tier, line };
  }
  if (suffix === 'node') {
    const fn = { ...position, file: `node:${path ?? 'core'}`, area: 'core', package: '' } as const;
    return { fn, tier, line };
  }
  const file = `/app/node_modules/${suffix}/${path ?? 'index.js'}`;
  return { fn: { ...position, file, area: 'deps', package: suffix }, tier, line };
}

function pseudo(name: string, area: Area): ProfileFunction {
  return { name, file: '', line: 0, column: 0, area, package: '' };
}

/** Rows that are stored once for each key. */
class Table<Row> {
  readonly rows: Row[] = [];
  readonly #indexes = new Map<string, number>();

  add(key: string, row: Row): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.rows.length);
    return this.rows.push(row) - 1;
  }
}

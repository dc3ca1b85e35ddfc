import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { CallTree } from '../profile/callTree.ts';
import { ForeignFrames, ImportError, positionOf, type ForeignProfile } from './foreignProfile.ts';
import { tierOfKind } from './preprocessedLog.ts';
import { isRow, textOf, type Row } from './readObject.ts';

export const zeroXOrigin: ProfileOrigin = {
  sampler: 'imported',
  format: 'stacks of 0x, as Clinic Flame keeps them',
  tiers: true,
  lines: 'functions',
};

/** The interval that 0x requests from V8, as the file does not say it. */
const intervalMicros = 1000;

/** Whether the JSON is a list of 0x's stacks, which Clinic Flame keeps. */
export function isZeroXTicks(json: unknown): json is unknown[][] {
  if (!Array.isArray(json) || !Array.isArray(json[0])) return false;
  const first: unknown = json.find((stack) => Array.isArray(stack) && stack.length > 0);
  const [frame] = (first ?? []) as unknown[];
  return frame === undefined || (isRow(frame) && 'name' in frame && 'type' in frame);
}

/** Reads stacks of functions with the tier that ran, outermost first, without lines and times. */
export function foreignFromZeroXTicks(json: readonly unknown[][]): ForeignProfile {
  const frames = new ForeignFrames();
  const tree = new CallTree();
  const known = new Map<string, number>();
  const frameOf = (row: Row): number => {
    const key = `${textOf(row['type'])} ${textOf(row['kind'])} ${textOf(row['name'])}`;
    let frame = known.get(key);
    if (frame === undefined) known.set(key, (frame = newFrame(frames, row)));
    return frame;
  };
  const nodes: number[] = [];
  for (const stack of json) {
    if (!Array.isArray(stack)) throw new ImportError('one of its stacks is none');
    let node = 0;
    for (const row of stack) {
      if (!isRow(row)) throw new ImportError('one of its frames is none');
      node = tree.child(node, frameOf(row));
    }
    if (node > 0) nodes.push(node);
  }
  if (nodes.length === 0) throw new ImportError('it has no samples');
  const empty = json.length - nodes.length;
  return {
    functions: frames.functions,
    frames: frames.table(),
    nodes: { parent: tree.parents.toArray(), frame: tree.frames.toArray() },
    samples: {
      node: Int32Array.from(nodes),
      timeMicros: Float64Array.from(nodes, (_, i) => i * intervalMicros),
    },
    isolate: { pid: 0, threadId: 0, role: 'main' },
    windowMs: (nodes.length * intervalMicros) / 1000,
    intervalMicros,
    notes: [
      'The file has no times: a sample is taken for one millisecond, and nothing is known of idle time.',
      ...(empty === 0
        ? []
        : [`${empty} of its ${json.length} samples have no stack and are left out.`]),
    ],
  };
}

function newFrame(frames: ForeignFrames, row: Row): number {
  const name = textOf(row['name']);
  const tier = row['type'] === 'JS' ? tierOfKind(textOf(row['kind'])) : null;
  if (tier === null) {
    const short = name.replace(/^.*[\\/]/, '') || '(native code)';
    return frames.frame(frames.function(short, '', 0, 0));
  }
  // `name url:line:column`: the url may contain spaces, the name mostly does not.
  const [, text = '', line, column] = /^(.*):(\d+):(\d+)$/s.exec(name) ?? [];
  const at = text.search(/ (?:file:|node:|\/|[A-Za-z]:[\\/])/);
  const fn = frames.function(
    at < 0 ? text || name : text.slice(0, at),
    at < 0 ? '' : text.slice(at + 1),
    positionOf(Number(line ?? 0), 0),
    positionOf(Number(column ?? 0), 0),
  );
  return frames.frame(fn, 0, 0, tier);
}

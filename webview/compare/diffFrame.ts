import type { CodePlace, CostChange, FunctionFate } from '../../src/shared/codeChange.ts';
import {
  microsOf,
  type DiffFlame,
  type DiffFlameNode,
  type DiffSamples,
} from '../../src/shared/diffFlameWire.ts';
import { fileBelow } from '../../src/shared/filePaths.ts';
import { fateText } from '../../src/shared/verdictText.ts';
import type { Frame } from '../flame/frameLook.ts';
import type { PlacedNode } from '../flame/framePath.ts';

/** The state whose widths are drawn: `head` (now) or `base` (before). */
export const widthSides = ['head', 'base'] as const;
export type WidthSide = (typeof widthSides)[number];

/** CPU time per request in microseconds, in both states. */
export type BothMicros = Record<WidthSide, number>;

/** A frame of two states. Its place is that of now, or of before if it is gone. */
export interface DiffFrame extends Frame<DiffFrame> {
  side: WidthSide;
  fate: FunctionFate;
  isEdited: boolean | null;
  basePlace: CodePlace | null;
  headPlace: CodePlace | null;
  total: BothMicros;
  self: BothMicros;
  /** Time of callees that were too narrow to send. */
  elided: BothMicros;
  /** Change of the total. */
  change: CostChange['change'];
  isBeyondNoise: boolean;
}

export function diffFrames({ base, head, root }: DiffFlame): DiffFrame {
  const micros = (samples: DiffSamples): BothMicros => ({
    base: microsOf(samples.base, base),
    head: microsOf(samples.head, head),
  });
  const frameOf = (node: DiffFlameNode): DiffFrame => {
    const { id, functionId, name, area, package: of, fate, isEdited } = node;
    const place = node.headPlace ?? node.basePlace;
    return {
      id,
      functionId,
      name: name === '(all)' ? 'all CPU time' : name,
      file: place?.file ?? '',
      line: place?.line ?? 0,
      column: place?.column ?? 0,
      side: node.headPlace ? 'head' : 'base',
      package: of === '' && area !== 'app' ? area : of,
      fate,
      isEdited,
      basePlace: node.basePlace,
      headPlace: node.headPlace,
      total: micros(node.total),
      self: micros(node.self),
      elided: micros(node.elided),
      change: node.change,
      isBeyondNoise: node.isBeyondNoise,
      children: node.children.map(frameOf),
    };
  };
  return frameOf(root);
}

/** The outermost frames that have a width on this side only, the widest first. */
export function framesOnlyIn(
  side: WidthSide,
  root: PlacedNode<DiffFrame>,
): PlacedNode<DiffFrame>[] {
  const other: WidthSide = side === 'head' ? 'base' : 'head';
  const found: PlacedNode<DiffFrame>[] = [];
  const open = [root];
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, above } = at;
    if (node.total[other] === 0) {
      if (node.total[side] > 0) found.push(at);
      continue;
    }
    const path = [...above, node];
    for (const child of node.children) open.push({ node: child, above: path });
  }
  return found.sort((a, b) => b.node.total[side] - a.node.total[side]);
}

/** For example `renamed from parse`; empty if the function is as it was. */
export function fateOf({ fate, basePlace }: DiffFrame, baseFolder: string): string {
  return fateText({ fate, base: basePlace }, (file) => fileBelow(file, baseFolder));
}

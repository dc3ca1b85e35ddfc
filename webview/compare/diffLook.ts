import { formatMicros } from '../../src/shared/format.ts';
import { formatSigned, formatSignedMicros } from '../../src/shared/verdictText.ts';
import { fateOf, type DiffFrame, type WidthSide } from './diffFrame.ts';
import { diffTip } from './diffTip.ts';
import { changeSign, diffTone, shownChange, type ShownChanges } from './diffTone.ts';
import type { FrameLook } from '../flame/frameLook.ts';
import { frameName, placeOf } from '../../src/shared/frameText.ts';

/** The current settings of the drawing. */
export interface DiffDrawing {
  baseFolder: string;
  side: WidthSide;
  shown: ShownChanges;
  /** CPU time of a request, the larger of both states. */
  wholeMicros: number;
}

/** Draws frames of two states as wide as in one of them, coloured by their change. */
export function diffLook(now: () => DiffDrawing): FrameLook<DiffFrame> {
  return {
    width: (node) => node.total[now().side],
    label: (node) => diffLabel(node, now()),
    speech: (node) => diffSpeech(node, now()),
    tone: (node) => diffTone(shownChange(node, now().shown), now().wholeMicros),
    isMarked: (node) => !node.isBeyondNoise && shownChange(node, now().shown) !== null,
    isLearned: () => false,
    tip: (node) => diffTip(node, now().baseFolder),
  };
}

/** `▼ formatMoney −12.1 µs`; a frame without a change shows its time. */
function diffLabel(node: DiffFrame, { shown, side }: DiffDrawing): string {
  const micros = shownChange(node, shown);
  if (micros === null) return `${frameName(node)} ${formatMicros(node.total[side])}`;
  return `${changeSign(micros, node.isBeyondNoise)} ${frameName(node)} ${formatSignedMicros(micros)}`;
}

function diffSpeech(node: DiffFrame, { shown, baseFolder }: DiffDrawing): string {
  const { total } = node;
  const micros = shownChange(node, shown);
  const change =
    micros === null
      ? 'no change beyond the noise'
      : `${formatMicros(Math.abs(micros))} ${micros > 0 ? 'more' : 'less'}${node.isBeyondNoise ? '' : ', which may be noise'}`;
  const words = [
    frameName(node),
    change,
    `before ${formatMicros(total.base)}, now ${formatMicros(total.head)} of a request`,
    fateOf(node, baseFolder),
    placeOf(node, baseFolder),
  ];
  return words.filter((each) => each !== '').join(', ');
}

/** Time before and now, for the line below the flamegraph. */
export function diffFigures({ total, change }: DiffFrame): string {
  const micros = change?.micros ?? total.head - total.base;
  const percent = total.base > 0 ? ` (${formatSigned((100 * micros) / total.base)})` : '';
  return `${formatMicros(total.base)} → ${formatMicros(total.head)} of a request, ${formatSignedMicros(micros)}${percent}`;
}

import { formatRoughMs, formatShare } from '../../src/shared/format.ts';
import { placeOf } from '../../src/shared/frameText.ts';
import { waitSign, waitTarget } from '../../src/shared/requestText.ts';
import type { WaitFrame } from '../../src/shared/requestTimes.ts';
import { element } from '../elements/element.ts';
import type { Frame, FrameLook } from '../flame/frameLook.ts';

/** A function that leads to waits, or what is waited for. */
export interface DrawnWait extends Frame<DrawnWait> {
  /** The whole that the wait is a share of. */
  allMs: number;
  frame: WaitFrame;
}

/** Numbers the frames, which are named by their functions. */
export function drawnWaits(root: WaitFrame): DrawnWait {
  let nextId = 0;
  const functions = new Map<string, number>();
  const numberOf = ({ name, file, wait }: WaitFrame, within: number): number => {
    if (file === '') return -1;
    // A click on what is waited for leads to the line that waits.
    if (wait) return within;
    const key = `${file} ${name}`;
    const known = functions.get(key);
    if (known !== undefined) return known;
    functions.set(key, functions.size);
    return functions.size - 1;
  };
  const drawn = (frame: WaitFrame, within: number): DrawnWait => {
    const functionId = numberOf(frame, within);
    const { file, line, column } = frame;
    return {
      ...{ id: nextId++, functionId, name: nameOf(frame), file, line, column, package: '' },
      ...{ allMs: root.ms, frame },
      children: frame.children.map((child) => drawn(child, functionId)),
    };
  };
  return drawn(root, -1);
}

function nameOf({ name, file, line, wait }: WaitFrame): string {
  if (wait) return waitTarget({ kind: wait, target: name }) || 'unknown';
  if (file === '') return 'all waits';
  return name === '' || name.startsWith('(') ? `${name} ${placeOf({ file, line }, '')}` : name;
}

/** Draws frames as wide as a request waits below them. */
export function waitLook(baseFolder: () => string): FrameLook<DrawnWait> {
  return {
    width: ({ frame }) => frame.ms,
    label: (node) => `${labelName(node)} ${formatRoughMs(node.frame.ms)}`,
    speech: (node) => {
      const figure = `${formatRoughMs(node.frame.ms)} a request`;
      const words = [labelName(node), figure, placeOf(node, baseFolder())];
      return words.filter((each) => each !== '').join(', ');
    },
    tone: ({ frame }) => (frame.wait ? 'wait' : frame.file === '' ? 'plain' : 'app'),
    isMarked: () => false,
    isLearned: () => false,
    tip: (node) => tipOf(node, baseFolder()),
  };
}

/** `⏱ postgres …` for what is waited for, `handle:31` for the line of a function. */
function labelName({ name, line, frame }: DrawnWait): string {
  if (frame.wait) return `${waitSign} ${name}`;
  return line > 0 && !name.endsWith(`:${line}`) ? `${name}:${line}` : name;
}

function tipOf(node: DrawnWait, baseFolder: string): Node[] {
  const { frame, allMs } = node;
  const place = placeOf(node, baseFolder);
  const figures = element('dl', { class: 'tip-figures' });
  const row = (name: string, value: string) => {
    figures.append(element('dt', { text: name }), element('dd', { text: value }));
  };
  row(
    'wait',
    `${formatRoughMs(frame.ms)} of a request, ${formatShare(frame.ms / allMs)} of all waits`,
  );
  row('waits', `${Number(frame.perRequest.toFixed(2))} in a request`);
  return [
    element(
      'div',
      { class: 'tip-head' },
      element('span', { class: 'tip-name', text: labelName(node) }),
    ),
    ...(place ? [element('div', { class: 'tip-place', text: place })] : []),
    figures,
  ];
}

export function waitFigures({ frame, allMs }: DrawnWait): string {
  return `${formatRoughMs(frame.ms)} a request · ${formatShare(frame.ms / allMs)} of all waits`;
}

import { formatMicros } from '../../src/shared/format.ts';
import { formatSigned, formatSignedMicros } from '../../src/shared/verdictText.ts';
import { fateOf, type BothMicros, type DiffFrame } from './diffFrame.ts';
import { changeSign } from './diffTone.ts';
import { element } from '../elements/element.ts';
import { frameName, placeOf } from '../../src/shared/frameText.ts';

export function diffTip(node: DiffFrame, baseFolder: string): Node[] {
  const place = placeOf(node, baseFolder);
  const fate = [fateOf(node, baseFolder), node.isEdited === true ? 'its text was changed' : '']
    .filter((words) => words !== '')
    .join(', ');
  const { change, isBeyondNoise, elided } = node;
  const rows: (Node | null)[] = [
    element(
      'div',
      { class: 'tip-head' },
      element('span', { class: 'tip-name', text: frameName(node) }),
      node.package ? element('span', { class: 'tip-area', text: node.package }) : null,
    ),
    place ? element('div', { class: 'tip-place', text: place }) : null,
    fate ? element('div', { class: 'tip-place', text: fate }) : null,
    element(
      'dl',
      { class: 'tip-figures' },
      ...figure('with callees', node.total, change?.micros),
      ...(node.functionId >= 0 || node.self.base + node.self.head > 0
        ? figure('self', node.self, undefined)
        : []),
    ),
    element('div', { class: 'tip-note', text: intervalText(change, isBeyondNoise) }),
  ];
  if (elided.base + elided.head > 0) {
    const text = `${formatMicros(elided.base)} → ${formatMicros(elided.head)} is below it in frames too narrow to draw: zoom in to see them.`;
    rows.push(element('div', { class: 'tip-note', text }));
  }
  return rows.filter((row) => row !== null);
}

function figure(name: string, { base, head }: BothMicros, changed: number | undefined): Node[] {
  const micros = changed ?? head - base;
  const percent = base > 0 ? `, ${formatSigned((100 * micros) / base)}` : '';
  const difference = micros === 0 ? 'the same' : `${formatSignedMicros(micros)}${percent}`;
  return [
    element('dt', { text: name }),
    element('dd', { text: `${formatMicros(base)} → ${formatMicros(head)} a request` }),
    element('dt', { class: 'part', text: 'change' }),
    element('dd', { class: 'part', text: difference }),
  ];
}

function intervalText(change: DiffFrame['change'], isBeyondNoise: boolean): string {
  if (!change)
    return 'Whether that is more than noise cannot be told: too few runs, or too little time.';
  const { micros, lowMicros, highMicros } = change;
  const range = `between ${formatSignedMicros(lowMicros)} and ${formatSignedMicros(highMicros)}`;
  return isBeyondNoise
    ? `${changeSign(micros, true)} With callees ${range}, beyond the noise.`
    : `With callees ${range}, which may be noise.`;
}

import { isAfterAwaitFrame } from '../../src/shared/afterAwait.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import { formatBytes, formatCount, formatShare } from '../../src/shared/format.ts';
import { tierDetail } from '../../src/shared/tierText.ts';
import { element } from '../elements/element.ts';
import {
  frameName,
  isNoVisibleFrame,
  markerText,
  placeOf,
  warningSign,
} from '../../src/shared/frameText.ts';
import { tierBar } from './tierBar.ts';

export function profileTip(
  node: FlameNode,
  {
    baseFolder,
    aroundHandlers,
    bytes,
  }: { baseFolder: string; aroundHandlers: string; bytes: number | null },
): Node[] {
  const place = placeOf(node, baseFolder);
  const isLearned = isAfterAwaitFrame(node);
  const origin = node.package || (node.functionId < 0 || isLearned ? '' : node.area);
  const rows: Node[] = [
    element(
      'div',
      { class: 'tip-head' },
      element('span', { class: 'tip-name', text: frameName(node) }),
      origin ? element('span', { class: 'tip-area', text: origin }) : null,
    ),
  ];
  if (place) rows.push(element('div', { class: 'tip-place', text: place }));
  if (node.marker) {
    const reason = node.reason ? `: ${node.reason}` : '';
    const text = `${warningSign} ${markerText(node.marker)}${reason}`;
    rows.push(element('div', { class: 'tip-marker', text }));
  }
  rows.push(figures(node, bytes));
  const own = Object.values(node.tiers).some((share) => share > 0);
  if (own) {
    const onCpuSamples = Math.round(node.samples / node.total);
    rows.push(
      element(
        'div',
        { class: 'tip-tiers' },
        tierBar(node.tiers, onCpuSamples),
        element('span', { text: tierDetail(node.tiers, onCpuSamples) }),
      ),
    );
  }
  if (isLearned) {
    const text =
      'Work after an await or in a callback, with no function of yours on the stack. That the frame above has caused it was learned after the measured time.';
    rows.push(element('div', { class: 'tip-note', text }));
  }
  if (isNoVisibleFrame(node) && aroundHandlers !== '') {
    rows.push(element('div', { class: 'tip-note', text: aroundHandlers }));
  }
  if (node.elided > 0) {
    const share = formatShare((node.total * node.elided) / node.samples);
    rows.push(
      element('div', {
        class: 'tip-note',
        text: `${share} is below it in frames too narrow to draw: zoom in to see them.`,
      }),
    );
  }
  return rows;
}

const partText = {
  gc: 'garbage collection',
  v8: 'V8 builtins',
  native: 'native code',
  core: 'Node.js core',
  deps: 'dependencies',
} as const;

/** @param bytes those of a request, if samples are bytes */
function figures(node: FlameNode, bytes: number | null): HTMLElement {
  const words = (share: number) =>
    bytes === null ? formatShare(share) : `${formatBytes(share * bytes)} · ${formatShare(share)}`;
  const list = element('dl', { class: 'tip-figures' });
  const row = (name: string, value: string, isPart = false) => {
    const attributes = isPart ? { class: 'part' } : {};
    list.append(element('dt', { ...attributes, text: name }));
    list.append(element('dd', { ...attributes, text: value }));
  };
  const samples = bytes === null ? ` · ${formatCount(node.samples)} samples` : ' per request';
  row('total', `${words(node.total)}${samples}`);
  if (node.functionId < 0 && node.self === 0) return list;
  row('self', words(node.self));
  if (node.self === 0) return list;
  if (node.functionId >= 0 && !isAfterAwaitFrame(node)) {
    row('own code', words(node.own), true);
  }
  let rest = node.self - node.own;
  for (const part of ['deps', 'core', 'v8', 'native', 'gc'] as const) {
    const share = node.parts[part];
    rest -= share;
    if (share > 0) row(partText[part], words(share), true);
  }
  if (rest > 0.00005) row('other hidden code', words(rest), true);
  return list;
}

import type { FlameNode } from '../../src/shared/flameWire.ts';
import { formatCount, formatShare } from '../../src/shared/format.ts';
import { tierDetail } from '../../src/shared/tierWords.ts';
import { element } from '../element.ts';
import { frameName, markerWords, placeOf, warningSign } from '../../src/shared/frameWords.ts';
import { tierBar } from './tierBar.ts';

/** All about a frame of a profile. */
export function profileTip(node: FlameNode, baseFolder: string): Node[] {
  const place = placeOf(node, baseFolder);
  const origin = node.package || (node.functionId < 0 ? '' : node.area);
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
    const text = `${warningSign} ${markerWords(node.marker)}${reason}`;
    rows.push(element('div', { class: 'tip-marker', text }));
  }
  rows.push(figures(node));
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

const partWords = {
  gc: 'garbage collection',
  v8: 'V8 builtins',
  native: 'native code',
  core: 'Node.js core',
  deps: 'dependencies',
} as const;

function figures(node: FlameNode): HTMLElement {
  const list = element('dl', { class: 'tip-figures' });
  const row = (name: string, value: string, isPart = false) => {
    const attributes = isPart ? { class: 'part' } : {};
    list.append(element('dt', { ...attributes, text: name }));
    list.append(element('dd', { ...attributes, text: value }));
  };
  row('total', `${formatShare(node.total)} · ${formatCount(node.samples)} samples`);
  if (node.functionId < 0 && node.self === 0) return list;
  row('self', formatShare(node.self));
  if (node.self === 0) return list;
  if (node.functionId >= 0) row('own code', formatShare(node.own), true);
  let rest = node.self - node.own;
  for (const part of ['deps', 'core', 'v8', 'native', 'gc'] as const) {
    const share = node.parts[part];
    rest -= share;
    if (share > 0) row(partWords[part], formatShare(share), true);
  }
  if (rest > 0.00005) row('other hidden code', formatShare(rest), true);
  return list;
}

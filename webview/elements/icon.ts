/** Line drawings on a grid of 16 by 16. */
const paths = {
  save: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  callees: 'M8 2.5v11M4 9.5l4 4 4-4',
  callers: 'M8 13.5v-11M4 6.5l4-4 4 4',
  icicle: 'M2 3.5h12M4 8h8M6.5 12.5h3',
  flame: 'M6.5 3.5h3M4 8h8M2 12.5h12',
  yes: 'M2.5 8.5 6.5 12.5 13.5 4',
  no: 'M8 2.5v7M8 12.6v.8',
  equal: 'M3 6h10M3 10.5h10',
  unknown: 'M5.5 5.6a2.5 2.5 0 1 1 3.9 2.1C8.4 8.4 8 8.9 8 9.9M8 12.6v.8',
} as const;

export type IconName = keyof typeof paths;

/** A decoration beside words that say the same, so screen readers skip it. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

const namespace = 'http://www.w3.org/2000/svg';

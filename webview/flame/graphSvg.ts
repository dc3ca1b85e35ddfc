import type { DrawnFrame } from './flameChart.ts';
import type { FrameLook } from './frameLook.ts';

const svgSpace = 'http://www.w3.org/2000/svg';

/** The drawn picture as an SVG file of its own, with literal colours. The serialiser escapes its texts. */
export function graphSvg<N>(
  frames: readonly DrawnFrame<N>[],
  svg: SVGSVGElement,
  look: FrameLook<N>,
): string {
  const { left, top, width, height } = svg.getBoundingClientRect();
  const { backgroundColor } = getComputedStyle(document.body);
  const picture = svgElement('svg', {
    viewBox: `0 0 ${round(width)} ${round(height)}`,
    width: round(width),
    height: round(height),
    'font-family': 'system-ui, Helvetica, Arial, sans-serif',
    'font-size': 12,
  });
  picture.append(svgElement('rect', { width: '100%', height: '100%', fill: backgroundColor }));

  for (const { node, element: frame } of frames) {
    const rect = frame.querySelector('rect');
    if (!rect) continue;
    const box = rect.getBoundingClientRect();
    const { fill, stroke, strokeWidth, strokeDasharray } = getComputedStyle(rect);
    const label = frame.querySelector('text');
    const group = svgElement('g', { opacity: getComputedStyle(frame).opacity });
    const title = svgElement('title', {});
    title.textContent = xmlText(look.speech(node));
    const place = { x: round(box.left - left), y: round(box.top - top) };
    group.append(
      title,
      svgElement('rect', {
        ...place,
        width: round(box.width),
        height: round(box.height),
        fill,
        stroke,
        'stroke-width': strokeWidth,
        ...(strokeDasharray === 'none' ? {} : { 'stroke-dasharray': strokeDasharray }),
      }),
    );
    if (label) {
      const text = svgElement('text', {
        x: place.x + Number(label.getAttribute('x')) - Number(rect.getAttribute('x')),
        y: place.y + Number(label.getAttribute('y')) - Number(rect.getAttribute('y')),
        fill: getComputedStyle(label).fill,
      });
      text.textContent = xmlText(label.textContent);
      group.append(text);
    }
    picture.append(group);
  }
  return `${new XMLSerializer().serializeToString(picture)}\n`;
}

function svgElement(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** Replaces characters that XML can't hold (control characters, lone surrogates), which names may have. */
function xmlText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');
}

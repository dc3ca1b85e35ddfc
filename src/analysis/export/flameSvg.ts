import type { FlameNode } from '../../shared/flameNode.ts';
import { formatNumberOf } from '../../shared/format.ts';
import { heatToneOf, type HeatTone } from '../../shared/heat.ts';
import { frameLabel, frameSpeech } from '../../shared/frameText.ts';
import { plainLine } from '../../shared/plainText.ts';
import type { Report } from '../../shared/report.ts';
import { titleOfReport } from '../../shared/reportSubject.ts';
import type { Area } from '../../shared/vocabulary.ts';
import { markersOf } from '../flame/flameMarkers.ts';
import { buildFlameView, queryFlame } from '../flame/flameView.ts';
import type { Profile } from '../profile/profile.ts';

const widthPx = 1200;
const rowPx = 20;
const marginPx = 10;
const headPx = 44;
/** Narrower frames can't be seen. */
const minFramePx = 0.5;
/**
 * Width of a letter at 12 px in usual fonts. If a name is wider than estimated, its frame clips it.
 */
const letterPx = 6.6;

/** Draws the flamegraph of the report's areas, root on top, coloured by self time. */
export function flameSvg(profile: Profile, report: Report, baseFolder: string): string {
  const areas = report.sampling?.areas ?? ['app'];
  const visibility = { areas: [...areas], packages: [] };
  const view = buildFlameView(profile, visibility, false, markersOf(report));
  const inner = widthPx - 2 * marginPx;
  const root = queryFlame(view, { minShare: minFramePx / inner });
  const perSample = root.samples > 0 ? inner / root.samples : 0;
  const drawn: string[] = [];
  let deepest = 0;

  const draw = (node: FlameNode, left: number, depth: number): void => {
    deepest = Math.max(deepest, depth);
    drawn.push(frameSvg(node, { left, depth, width: node.samples * perSample }, baseFolder));
    let at = left;
    for (const child of node.children) {
      draw(child, at, depth + 1);
      at += child.samples * perSample;
    }
  };
  draw(root, marginPx, 0);

  const heightPx = headPx + (deepest + 1) * rowPx + marginPx;
  const title = titleOfReport(report) ?? 'Profile';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}" width="${widthPx}" height="${heightPx}" font-family="system-ui, Helvetica, Arial, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<svg width="${widthPx - marginPx}" height="${headPx}" fill="#26272b">`,
    `<text x="${marginPx}" y="18" font-size="14">${xmlText(title)}</text>`,
    `<text x="${marginPx}" y="35" fill="#62646c">${xmlText(subtitle(profile, report, areas))}</text>`,
    `</svg>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function subtitle(profile: Profile, { load, takenAt }: Report, areas: readonly Area[]): string {
  const onCpu = profile.samples.node.reduce((sum, node) => sum + (node < 0 ? 0 : 1), 0);
  return [
    `${formatNumberOf(onCpu, 'sample')} in which code ran`,
    `visible: ${areas.join(', ')}`,
    ...(load ? [load.url] : []),
    ...(takenAt === undefined ? [] : [takenAt.slice(0, 16).replace('T', ' ')]),
  ].join(' · ');
}

function frameSvg(
  node: FlameNode,
  { left, depth, width }: { left: number; depth: number; width: number },
  baseFolder: string,
): string {
  const { fill, text } = colours[node.functionId < 0 ? 'plain' : heatToneOf(node.self)];
  const outline = node.marker ? markedOutline : plainOutline;
  const top = headPx + depth * rowPx;
  const place = `x="${px(left)}" y="${top}" width="${px(width)}" height="${rowPx}"`;
  const words = cutTo(frameLabel(node), width - 10);
  // A nested <svg> clips text that is wider than the frame.
  const label =
    words === ''
      ? ''
      : `<svg ${place}><text x="5" y="14" fill="${text}">${xmlText(words)}</text></svg>`;
  return `<g><title>${xmlText(frameSpeech(node, baseFolder))}</title><rect ${place} fill="${fill}" ${outline}/>${label}</g>`;
}

const plainOutline = 'stroke="#ffffff" stroke-width="1"';
const markedOutline = 'stroke="#8a5a00" stroke-width="1.5" stroke-dasharray="3 2"';

/** The flamegraph's colours in a light theme (webview/style/theme.css). */
const colours: Record<HeatTone, { fill: string; text: string }> = {
  plain: { fill: '#e8e8eb', text: '#3c3d42' },
  heat1: { fill: '#fdeaa8', text: '#332b05' },
  heat2: { fill: '#fbd06f', text: '#332503' },
  heat3: { fill: '#f6a94a', text: '#301a00' },
  heat4: { fill: '#ec7a3b', text: '#260d00' },
  heat5: { fill: '#c8342b', text: '#ffffff' },
};

function px(pixels: number): string {
  return String(Math.round(pixels * 100) / 100);
}

/** Returns an empty text if nothing readable fits. */
function cutTo(label: string, width: number): string {
  const fits = Math.floor(width / letterPx);
  const letters = [...label.slice(0, 2 * Math.max(0, fits))];
  if (letters.length <= fits && label.length <= 2 * fits) return label;
  return fits < 3 ? '' : `${letters.slice(0, fits - 1).join('')}…`;
}

/**
 * Replaces control characters and lone surrogates, which XML can't contain but names and files may.
 */
function xmlText(text: string): string {
  return plainLine(text)
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

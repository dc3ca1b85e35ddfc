import { formatShare } from '../../shared/format.ts';
import { accessText, shapeCountText } from '../../shared/icText.ts';
import type { IcReport, LineReport, SamplingReport } from '../../shared/report.ts';
import { plainLine } from '../../shared/plainText.ts';
import { cutEnd, cutPath, displayWidth, padEnd, padStart, wrap } from './displayText.ts';
import { heading, type Style } from './style.ts';
import { placeText } from './words.ts';
import { worthShowing } from './worthShowing.ts';

const shareColumns = 7;
const maxShapes = 3;

/** In a deep run: property accesses on the hottest lines that see objects of several shapes. */
export function icSection(
  lines: LineReport[],
  sampling: SamplingReport | null,
  maxAccesses: number,
  style: Style,
): string[] {
  if (!sampling?.deep) return [];
  const head = heading('Property accesses', 'at which objects of several shapes come by', style);
  const found = worthShowing(lines).flatMap((line) =>
    (line.ics ?? []).filter(({ state }) => state !== 'monomorphic').map((ic) => ({ line, ic })),
  );
  const shown = found.slice(0, maxAccesses);
  if (shown.length === 0) {
    const none =
      'At no access of these lines has V8 seen objects of a second shape. What optimized code meets is not in its log.';
    return [head, ...wrap(none, style.columns - 2).map((text) => `  ${text}`)];
  }
  const places = shown.map(({ line }) => placeText(line.file, line.line, style.baseFolder));
  const placeColumns = Math.min(
    Math.floor(style.columns * 0.35),
    Math.max(...places.map(displayWidth)),
  );
  const states = shown.map(({ ic }) => `${ic.state} ${plainLine(accessText(ic))}`);
  const stateColumns = Math.min(32, Math.max(...states.map(displayWidth)));
  const rows = shown.map(({ line, ic }, index) => {
    const cells = [
      padStart(formatShare(line.self), shareColumns),
      padEnd(cutPath(places[index] ?? '', placeColumns), placeColumns),
      padEnd(cutEnd(states[index] ?? '', stateColumns), stateColumns),
    ];
    const first = `  ${cells.join('  ')}  `;
    return first + style.colours.dim(cutEnd(shapeText(ic), style.columns - displayWidth(first)));
  });
  const more = found.length - shown.length;
  return [head, ...rows, ...(more > 0 ? [style.colours.dim(`  and ${more} more`)] : [])];
}

/** For example `at least 12 shapes: { id, price } { price } …`. */
function shapeText(ic: IcReport): string {
  const shown = ic.shapes.slice(0, maxShapes).map(plainLine);
  const more = ic.shapeCount > shown.length && shown.length > 0 ? ' …' : '';
  return `${shapeCountText(ic)}${shown.length > 0 ? `: ${shown.join(' ')}` : ''}${more}`;
}

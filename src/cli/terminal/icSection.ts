import { formatShare } from '../../shared/format.ts';
import { accessWords, shapeCountWords } from '../../shared/icWords.ts';
import type { IcReport, LineReport, SamplingReport } from '../../shared/report.ts';
import { plainLine } from '../../shared/plainText.ts';
import { cutEnd, cutPath, displayWidth, padEnd, padStart, wrap } from './displayText.ts';
import { heading, type Style } from './style.ts';
import { placeWords } from './words.ts';
import { worthShowing } from './worthShowing.ts';

const shareColumns = 7;
const maxShapes = 3;

/** Of a deep run: the accesses of the hottest lines at which objects of several shapes come by. */
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
  const places = shown.map(({ line }) => placeWords(line.file, line.line, style.baseFolder));
  const placeColumns = Math.min(
    Math.floor(style.columns * 0.35),
    Math.max(...places.map(displayWidth)),
  );
  const states = shown.map(({ ic }) => `${ic.state} ${plainLine(accessWords(ic))}`);
  const stateColumns = Math.min(32, Math.max(...states.map(displayWidth)));
  const rows = shown.map(({ line, ic }, index) => {
    const cells = [
      padStart(formatShare(line.self), shareColumns),
      padEnd(cutPath(places[index] ?? '', placeColumns), placeColumns),
      padEnd(cutEnd(states[index] ?? '', stateColumns), stateColumns),
    ];
    const first = `  ${cells.join('  ')}  `;
    return first + style.colours.dim(cutEnd(shapeWords(ic), style.columns - displayWidth(first)));
  });
  const more = found.length - shown.length;
  return [head, ...rows, ...(more > 0 ? [style.colours.dim(`  and ${more} more`)] : [])];
}

/** `at least 12 shapes: { id, price } { price } …` */
function shapeWords(ic: IcReport): string {
  const shown = ic.shapes.slice(0, maxShapes).map(plainLine);
  const more = ic.shapeCount > shown.length && shown.length > 0 ? ' …' : '';
  return `${shapeCountWords(ic)}${shown.length > 0 ? `: ${shown.join(' ')}` : ''}${more}`;
}

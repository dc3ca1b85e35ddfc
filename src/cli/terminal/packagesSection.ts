import { formatShare } from '../../shared/format.ts';
import { plainLine } from '../../shared/plainText.ts';
import type { FunctionReport, Report } from '../../shared/report.ts';
import { cutEnd, cutPath, displayWidth, padEnd, padStart } from './displayText.ts';
import { heading, type Style } from './style.ts';
import { packageText, placeText } from './words.ts';

/** Lines with less than this say little of where the time went. */
const littleShare = 0.05;
const minTotal = 0.01;
const maxRows = 8;
const shareColumns = 7;
const packageColumns = 22;

/** The time by package, for a server whose own lines have next to none of it. */
export function packagesSection(
  { lines, packages, functions }: Pick<Report, 'lines' | 'packages' | 'functions'>,
  style: Style,
): string[] {
  if (lines.reduce((sum, { self }) => sum + self, 0) >= littleShare) return [];
  const rows = packages
    .filter(({ name, total }) => name !== '(app)' && total >= minTotal)
    .sort((a, b) => b.total - a.total)
    .slice(0, maxRows)
    .map(({ name, self, total }) => {
      const outermost = outermostOf(functions, name);
      const shares = [total, self].map((share) => padStart(formatShare(share), shareColumns));
      const owner = padEnd(cutEnd(packageText(name), packageColumns), packageColumns);
      const room = style.columns - 2 - 2 * (shareColumns + 2) - packageColumns - 2;
      const code = outermost ? functionText(outermost, room, style) : '';
      return `  ${shares.join('  ')}  ${owner}  ${code}`.trimEnd();
    });
  if (rows.length === 0) return [];
  const head = ['total', 'self'].map((word) => padStart(word, shareColumns)).join('  ');
  return [
    heading('Packages by total', 'with their outermost functions', style),
    style.colours.dim(`  ${head}`),
    ...rows,
  ];
}

/** Its function with the largest total, which has called the others as a rule. */
function outermostOf(functions: readonly FunctionReport[], name: string): FunctionReport | null {
  let outermost: FunctionReport | null = null;
  for (const each of functions) {
    if (packageOf(each) === name && each.total > (outermost?.total ?? 0)) outermost = each;
  }
  return outermost;
}

function packageOf({ area, package: name }: FunctionReport): string {
  if (area === 'core') return '(node)';
  return area === 'wasm' ? '(wasm)' : name;
}

function functionText({ name, file, line }: FunctionReport, columns: number, style: Style): string {
  const shown = cutEnd(plainLine(name), Math.floor(columns / 2));
  const place = cutPath(placeText(file, line, style.baseFolder), columns - displayWidth(shown) - 2);
  return `${shown}  ${place}`;
}

import { formatShare } from '../../shared/format.ts';
import type { FunctionReport } from '../../shared/report.ts';
import { plainLine } from '../../shared/plainText.ts';
import { cutEnd, cutPath, displayWidth, padEnd, padStart } from './displayText.ts';
import { heading, type Style } from './style.ts';
import { warningLines } from './warningLines.ts';
import { shortTierText, markerText, placeText } from './words.ts';
import { worthShowing } from './worthShowing.ts';

const shareColumns = 7;
const tierIndent = 2 + 3 * (shareColumns + 2);

/** The functions with the most self time, and all others with a marker. */
export function hotFunctionsSection(
  functions: FunctionReport[],
  onCpuSamples: number,
  maxFunctions: number,
  style: Style,
): string[] {
  const shown = worthShowing(functions).filter(
    ({ marker }, index) => index < maxFunctions || marker !== null,
  );
  if (shown.length === 0) return [];
  // Wide enough for `sparkplug` or `turbofan 62 %`.
  const tierColumns = style.columns < 100 ? 9 : 14;
  const room = style.columns - tierIndent - tierColumns - 2;
  const names = shown.map(({ name }) => plainLine(name));
  const nameColumns = Math.min(Math.floor(room * 0.5), Math.max(...names.map(displayWidth)));
  const rows = shown.flatMap((each, index) => {
    const cells = [
      ...[each.self, each.own, each.total].map((share) =>
        padStart(formatShare(share), shareColumns),
      ),
      style.colours.dim(padEnd(shortTierText(each.tiers, onCpuSamples, tierColumns), tierColumns)),
      padEnd(cutEnd(names[index] ?? '', nameColumns), nameColumns),
      cutPath(placeText(each.file, each.line, style.baseFolder), room - nameColumns - 2),
    ];
    const marker = markerText(each);
    return [
      `  ${cells.join('  ')}`.trimEnd(),
      ...(marker ? warningLines(marker, tierIndent, style) : []),
    ];
  });
  const head = ['self', 'own', 'total'].map((word) => padStart(word, shareColumns)).join('  ');
  return [
    heading('Hot functions', 'own: in their own code, total: anywhere on the stack', style),
    style.colours.dim(`  ${head}  tier`),
    ...rows,
  ];
}

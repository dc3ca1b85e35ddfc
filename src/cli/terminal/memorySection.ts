import { formatBytes, formatShare } from '../../shared/format.ts';
import type { Report } from '../../shared/report.ts';
import { memorySentences } from '../../shared/memoryText.ts';
import { plainLine } from '../../shared/plainText.ts';
import { cutEnd, cutPath, displayWidth, padEnd, padStart, wrap } from './displayText.ts';
import { heading, type Style } from './style.ts';
import { placeText } from './words.ts';

const bytesColumns = 8;
const shareColumns = 7;
const indent = 2 + bytesColumns + 2 + shareColumns + 2;

/** Lists what each function allocates for a request; empty unless the run was one of allocations. */
export function memorySection(
  { memory }: Pick<Report, 'memory'>,
  maxFunctions: number,
  style: Style,
): string[] {
  if (memory?.elsewhereBytesPerRequest === undefined) return [];
  const { functions, elsewhereBytesPerRequest: elsewhere, bytesPerRequest } = memory;
  const whole = bytesPerRequest ?? 0;
  const shown = functions.slice(0, maxFunctions);
  const others = functions.slice(maxFunctions);
  const sum = others.reduce((all, each) => all + each.bytesPerRequest, 0);
  const names = shown.map(({ name }) => plainLine(name));
  const room = style.columns - indent;
  const nameColumns = Math.min(Math.floor(room * 0.5), Math.max(0, ...names.map(displayWidth)));
  const row = (bytes: number, what: string) =>
    `  ${padStart(formatBytes(bytes), bytesColumns)}  ${padStart(formatShare(whole > 0 ? bytes / whole : 0), shareColumns)}  ${what}`.trimEnd();
  return [
    heading('What allocates', 'bytes per request, with what is hidden below; not time', style),
    ...shown.map((each, index) => {
      const name = padEnd(cutEnd(names[index] ?? '', nameColumns), nameColumns);
      const place = placeText(each.file, each.line, style.baseFolder);
      return row(each.bytesPerRequest, `${name}  ${cutPath(place, room - nameColumns - 2)}`);
    }),
    ...(others.length > 0 ? [row(sum, `in ${others.length} more`)] : []),
    row(elsewhere, style.colours.dim('without any of these functions')),
    ...wrap(memorySentences(memory).join(' '), style.columns - 2).map((line) =>
      style.colours.dim(`  ${line}`),
    ),
  ];
}

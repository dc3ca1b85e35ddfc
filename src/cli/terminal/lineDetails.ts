import { awaitText } from '../../shared/awaitText.ts';
import { builtinText } from '../../shared/builtinText.ts';
import type { FunctionReport, LineReport } from '../../shared/report.ts';
import { tierText } from '../../shared/tierText.ts';
import { plainLine } from '../../shared/plainText.ts';
import { cutEnd } from './displayText.ts';
import type { Style } from './style.ts';
import { warningLines } from './warningLines.ts';
import { markerText, shareList } from './words.ts';

/** Details below a hot line: the tier of its own code, the kinds of time, and markers with their reason. */
export function lineDetails(
  line: LineReport,
  functionsThere: FunctionReport[],
  marked: FunctionReport[],
  onCpuSamples: number,
  indent: number,
  style: Style,
): string[] {
  const { gc, v8, native, core, deps } = line.parts;
  const whole = functionsThere.find((each) => each.line === line.line)?.name ?? 'the function';
  const builtins = plainLine(builtinText(line.builtins, 2));
  const facts = [
    awaitText(line),
    line.exact ? '' : `line not known, all of ${plainLine(whole)}`,
    line.own >= line.self * 0.1 ? tierText(line.tiers, onCpuSamples) : '',
    line.own >= line.self * 0.95
      ? ''
      : shareList([
          ['own', line.own],
          ['packages', deps],
          ['Node.js core', core],
          [builtins === '' ? 'V8 builtins' : `V8 builtins (${builtins})`, v8],
          ['native', native],
          ['GC', gc],
        ]),
  ].filter((text) => text !== '');
  const pad = ' '.repeat(indent);
  const words = cutEnd(facts.join(' · '), style.columns - indent);
  return [
    ...(words === '' ? [] : [pad + style.colours.dim(words)]),
    ...marked.flatMap((each) => warningLines(markerText(each) ?? '', indent, style)),
  ];
}

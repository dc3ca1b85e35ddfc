import { builtinWords } from '../../shared/builtinWords.ts';
import type { FunctionReport, LineReport } from '../../shared/report.ts';
import { tierWords } from '../../shared/tierWords.ts';
import { plainLine } from '../../shared/plainText.ts';
import { cutEnd } from './displayText.ts';
import type { Style } from './style.ts';
import { warningLines } from './warningLines.ts';
import { markerWords, shareList } from './words.ts';

/** What stands below a hot line: the tier of its own code, what its time was, and markers with their reason. */
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
  const builtins = plainLine(builtinWords(line.builtins, 2));
  const facts = [
    line.exact ? '' : `line not known, all of ${plainLine(whole)}`,
    line.own >= line.self * 0.1 ? tierWords(line.tiers, onCpuSamples) : '',
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
    ...marked.flatMap((each) => warningLines(markerWords(each) ?? '', indent, style)),
  ];
}

import { plainLine } from '../../shared/plainText.ts';
import { wrap } from './displayText.ts';
import type { Style } from './style.ts';

/** A sentence after a warning sign, indented and wrapped. */
export function warningLines(sentence: string, indent: number, style: Style): string[] {
  const pad = ' '.repeat(indent);
  return wrap(plainLine(sentence), style.columns - indent - 2).map(
    (line, index) => pad + style.colours.yellow(`${index === 0 ? '⚠' : ' '} ${line}`),
  );
}

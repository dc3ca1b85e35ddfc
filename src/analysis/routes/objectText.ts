import { partsOf, type SourceText, type Span } from '../text/callText.ts';

/** The value of an object literal's property; null without it, or if it is not an object. */
export function propertyOf(source: SourceText, span: Span, name: string): Span | null {
  const { text, code } = source;
  const open = code.indexOf('{', span.start);
  if (open < 0 || open >= span.end || code.slice(span.start, open).trim() !== '') return null;
  const key = new RegExp(
    String.raw`^(?:\s|/\*.*?\*/|//[^\n]*\n)*(?:async\s+)?(['"]?)${name}\1\s*(?=[:(]|$)`,
    's',
  );
  for (const part of partsOf(code, open, span.end)) {
    const found = key.exec(text.slice(part.start, part.end));
    if (!found) continue;
    const at = part.start + found[0].length;
    // `handler` alone and `handler() {}` are their own value.
    return { start: code[at] === ':' ? at + 1 : part.start, end: part.end };
  }
  return null;
}

/** The offset of the bracket that closes the one at `open`. */
export function closeOf(code: string, open: number): number {
  const last = partsOf(code, open).at(-1);
  const at = last?.end ?? open + 1;
  // A comma may follow the last part.
  return code[at] === ',' ? at + 1 + (/^\s*/.exec(code.slice(at + 1))?.[0].length ?? 0) : at;
}

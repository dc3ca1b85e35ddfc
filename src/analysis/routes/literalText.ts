import { partsOf, withoutComments, type SourceText, type Span } from '../text/callText.ts';

const maxLength = 80;

/**
 * A readable form of a literal in source text: a string without its quotes, a template with `…` for
 * its expressions, a regular expression as written; null for anything else.
 */
export function literalText(source: SourceText, span: Span): string | null {
  const raw = withoutComments(source.text.slice(span.start, span.end));
  const quoted = /^(['"])((?:\\.|(?!\1)[^\\])*)\1\s*(\+)?/s.exec(raw);
  if (quoted) {
    const rest = raw.slice(quoted[0].length);
    if (quoted[3]) return tidy(`${quoted[2]}…`);
    return rest.trim() === '' ? tidy(quoted[2]!) : null;
  }
  const template = /^`((?:\\.|[^\\`])*)`$/s.exec(raw);
  if (template) return tidy(template[1]!.replace(/\$\{[^{}]*\}/g, '…'));
  const regex = /^\/(?:\\.|[^\\\n])+\/[a-z]*$/.exec(raw);
  return regex ? tidy(regex[0]) : null;
}

/** Like `literalText`, for one literal or a list of them. */
export function literalTexts(source: SourceText, span: Span): string[] | null {
  const one = literalText(source, span);
  if (one !== null) return [one];
  const open = source.code.slice(span.start, span.end).search(/\S/);
  if (open < 0 || source.code[span.start + open] !== '[') return null;
  const parts = partsOf(source.code, span.start + open, span.end);
  const texts = parts.map((part) => literalText(source, part));
  return texts.length > 0 && texts.every((text) => text !== null) ? texts : null;
}

function tidy(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

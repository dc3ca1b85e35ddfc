import { plainText } from './plainText.ts';
import type { Remedy } from './remedy.ts';
import { editorRemedy, terminalRemedy } from './remedyText.ts';

/** A sentence or some: text, with data where the terminal and the editor have words of their own. */
export type Wording = string | (string | Phrase)[];

export type Phrase = Remedy | Quote | OptionName;

/** Quotes the output of a server, which is too long for a notification. */
export type Quote =
  /** The end of what a process printed, or its error; empty if it printed nothing. */
  | { kind: 'output'; text: string }
  /** The beginning of an answer's body. */
  | { kind: 'body'; text: string };

/** The option that has set what stands before it: the terminal has it in brackets, such as ` (-c 10)`. */
interface OptionName {
  kind: 'option';
  option: string;
}

/** A sentence as reports have it, and its wording. Saved runs may come without the latter. */
export interface Sentence {
  /** For the terminal. */
  message: string;
  wording?: Wording;
}

/**
 * The wording of a template such as `` worded`It took ${s} s; ${{ kind: 'longer-start' }}.` ``: one text
 * where no data is in it. What it quotes becomes plain text.
 */
export function worded(
  texts: TemplateStringsArray,
  ...values: (string | number | Phrase | Wording)[]
): Wording {
  const parts: (string | Phrase)[] = [];
  for (const part of texts.flatMap((text, at) => [text, values[at] ?? '']).flat()) {
    const last = parts.at(-1);
    if (typeof part === 'object') parts.push(plainPhrase(part));
    else if (typeof last === 'string') parts.push(parts.pop() + plainText(String(part)));
    else if (part !== '') parts.push(plainText(String(part)));
  }
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}

function plainPhrase<Of extends Phrase>(phrase: Of): Of {
  const fields = Object.entries(phrase).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? plainText(value) : value,
  ]);
  return Object.fromEntries(fields) as Of;
}

/** A sentence for the terminal. */
export function terminalText(wording: Wording): string {
  if (typeof wording === 'string') return wording;
  return wording.map((part) => (typeof part === 'string' ? part : terminalPhrase(part))).join('');
}

function terminalPhrase(phrase: Phrase): string {
  switch (phrase.kind) {
    case 'option':
      return ` (${phrase.option})`;
    case 'output':
    case 'body':
      return wholeQuote(phrase);
    default:
      return terminalRemedy(phrase);
  }
}

/** A sentence for the editor, with its quotes in full unless `quoteText` shortens them. */
export function editorText(
  { message, wording = message }: Sentence,
  quoteText: (quote: Quote) => string = wholeQuote,
): string {
  if (typeof wording === 'string') return wording;
  const texts = wording.map((part): string | undefined => {
    if (typeof part === 'string') return part;
    switch (part.kind) {
      case 'option':
        return '';
      case 'output':
      case 'body':
        return quoteText(part);
      default:
        return editorRemedy(part);
    }
  });
  // A newer version may have saved a remedy that this one does not know.
  return texts.includes(undefined) ? message : texts.join('').trim();
}

function wholeQuote({ kind, text }: Quote): string {
  if (kind === 'body') return `“${text}”`;
  return text === '' ? 'It printed nothing.' : `Its last output:\n${text}`;
}

/** The sentence of a wording, with its data where it has some. */
export function sentence(wording: Wording): Sentence {
  const message = terminalText(wording);
  return typeof wording === 'string' ? { message } : { message, wording };
}

/** A note or warning of a report in the editor's words, which `sentences` of the report have. */
export function editorSentence(message: string, sentences: readonly Sentence[] = []): string {
  return editorText(sentences.find((each) => each.message === message) ?? { message });
}

import type { ServerChoice } from '../../shared/failure.ts';
import type { LoadRequest } from '../../shared/runOptions.ts';
import { redactedText } from '../../shared/secretText.ts';
import type { Candidate } from './chooseServer.ts';
import { originOf } from './loadAddress.ts';

const maxLength = 80;

/** Describes a server so that a person recognizes it: its URL and its answer, both redacted. */
export function serverChoice(
  { place, answer }: Candidate,
  { path }: LoadRequest,
  redact: (text: string) => string,
): ServerChoice {
  const url = originOf(place) + redactedText(path);
  if (answer === null || typeof answer === 'string') return { url, says: 'gave no answer' };
  const { status, beginning } = answer;
  const title = /<title[^>]*>([^<]+)/i.exec(beginning)?.[1];
  const text = redact(title ?? beginning)
    // Binary content has no words to show.
    .replaceAll(/[\p{C}\ufffd\s]+/gu, ' ')
    .trim();
  const words = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  return { url, says: words === '' ? `answered ${status}` : `answered ${status}: ${words}` };
}

import { fillIn } from './placeholders.ts';

/** The path and query as they are sent: encoded, without `.` and `..`. */
export function encodedPath(path: string): string {
  const url = new URL(`http://localhost${path}`);
  return url.pathname + url.search;
}

/** Encodes what HTTP does not allow, but keeps each `{{name}}` to be filled in later. */
export function encodedAround(path: string): string {
  return fillIn(path, (name) => `{{${name}}}`).replaceAll(/[^\x21-\x7e]+/g, (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

/**
 * Removes from foreign text whatever a terminal or page would obey instead of show: a server's
 * output, names in a profile or scenario, file names.
 */

/** Terminal commands with their arguments: colours, cursor, titles, clipboard. */
const sequences = [
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/,
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f\n]*(?:\u0007|\u001b\\|\u009c)/,
  /\u001b[ -/]*[0-~]/,
];
/** Invisible characters, direction marks and line ends. */
const invisible =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const unprintable = new RegExp(
  [...sequences, /[\0-\u0008\u000b-\u001f]/, invisible].map(({ source }) => source).join('|'),
  'gu',
);
const everyInvisible = new RegExp(invisible, 'gu');

/** Keeps line breaks and tabs. */
export function plainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unprintable, '');
}

/** As one line; runs of white space become one space, but those that never break a line stay. */
export function plainLine(text: string): string {
  return text.replace(/[ \t-\r\u0085\u2028\u2029]+/g, ' ').replace(unprintable, '');
}

/** JSON with all invisible characters escaped: a terminal shows it literally. */
export function plainJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  return json.replace(everyInvisible, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

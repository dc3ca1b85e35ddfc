// Cuts and pads text by the columns that it takes in a terminal.

export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character.codePointAt(0) ?? 0);
  return width;
}

/** Cuts the end of the text; `…` marks the cut. */
export function cutEnd(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const character of text) {
    const next = widthOf(character.codePointAt(0) ?? 0);
    if (width + next > columns - 1) break;
    kept += character;
    width += next;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
}

/** Cuts the beginning of a path, at a folder if possible: the file name says more than the root. */
export function cutPath(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  for (let slash = text.indexOf('/', 1); slash >= 0; slash = text.indexOf('/', slash + 1)) {
    const end = `…${text.slice(slash)}`;
    if (displayWidth(end) <= columns) return end;
  }
  const characters = [...text];
  let width = 0;
  let from = characters.length;
  while (from > 0) {
    const next = widthOf(characters[from - 1]?.codePointAt(0) ?? 0);
    if (width + next > columns - 1) break;
    width += next;
    from--;
  }
  return columns < 1 ? '' : `…${characters.slice(from).join('')}`;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - displayWidth(text))) + text;
}

/** Breaks a sentence at spaces into lines of at most `columns`. A unit stays with its number. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ (?!(?:%|µs|ms|s|min)(?:[ ,.;:)]|$))/)) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}

/** Joins sections with an empty line between them. Line breaks within a line become spaces. */
export function textOfSections(sections: string[][]): string {
  return sections
    .map((lines) =>
      lines.map((line) => `${line.replace(/[\t-\r\u0085\u2028\u2029]/g, ' ')}\n`).join(''),
    )
    .join('\n');
}

function widthOf(codePoint: number): number {
  if (codePoint < 0x300) return 1;
  if (/\p{Mark}|\u200d|\ufe0f/u.test(String.fromCodePoint(codePoint))) return 0;
  const isWide =
    (codePoint >= 0x1100 && codePoint <= 0x115f) ||
    (codePoint >= 0x2e80 && codePoint <= 0xa4cf) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe6f) ||
    (codePoint >= 0xff00 && codePoint <= 0xff60) ||
    (codePoint >= 0xffe0 && codePoint <= 0xffe6) ||
    (codePoint >= 0x1f300 && codePoint <= 0x1faff) ||
    (codePoint >= 0x20000 && codePoint <= 0x3fffd);
  return isWide ? 2 : 1;
}

/** Escapes a profile's text for Markdown, as names may contain anything. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}|\p{Cf}/gu, '')
    .replace(/[\\`*_{}[\]()#+\-.!|~$:@]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

/** A link to a line of a file; plain text if there is no file. */
export function placeLink(words: string, uri: string, line: number): string {
  if (uri === '') return escapeMarkdown(words);
  const target = uri.replace(/[()<>\\]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `[${escapeMarkdown(words)}](${target}${line > 0 ? `#L${line}` : ''})`;
}

const placeholder = /\{\{\s*([^{}\s][^{}]*?)\s*\}\}/g;

/** The text with each `{{name}}` that has a value replaced by it; null leaves it as it is. */
export function fillIn(text: string, valueOf: (name: string) => string | null): string {
  return text.replace(placeholder, (whole, name: string) => valueOf(name) ?? whole);
}

/** The names of `{{name}}` in the text. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1]!);
}

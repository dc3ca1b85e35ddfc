const placeholder = /\{\{\s*([^{}\s][^{}]*?)\s*\}\}/g;

/** Replaces each `{{name}}` by its value; a name whose value is null stays as it is. */
export function fillIn(text: string, valueOf: (name: string) => string | null): string {
  return text.replace(placeholder, (whole, name: string) => valueOf(name) ?? whole);
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1]!);
}

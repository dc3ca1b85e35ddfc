const maxLength = 60;

/**
 * A statement of SQL without its values, as `select … from orders`. The text of a statement may hold
 * what a person typed.
 */
export function statementText(sql: string): string {
  const text = sql
    .slice(0, 4000)
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/'(?:[^']|'')*'?|\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replace(/\b\d+(?:\.\d+)?\b/g, (number, at: number, whole: string) =>
      whole[at - 1] === '$' ? number : '?',
    )
    .replace(/\s+/g, ' ')
    .trim();
  const verb = /^\w+/.exec(text)?.[0] ?? '';
  const table = /\b(from|into|update|join)\s+((?:only\s+)?[\w."`[\]]+)/i.exec(text);
  if (!table) return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  const place = `${table[1]} ${table[2]}`;
  return text.startsWith(place) ? place : `${verb} … ${place}`;
}

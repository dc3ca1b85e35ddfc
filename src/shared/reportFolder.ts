import type { Report } from './report.ts';

/** The folder that paths are shown from; empty where none is known. */
export function folderOfReport({ target, imported }: Report): string {
  return target?.cwd ?? imported?.folders[0] ?? '';
}

/** What a report is of, for people: the command, or the names of the files that were opened. */
export function titleOfReport({ target, imported }: Report): string | null {
  if (target) return target.command.join(' ');
  const names = imported?.files.map((file) => file.replace(/^.*[\\/](?=[^\\/])/, '')) ?? [];
  const [first] = names;
  if (first === undefined) return null;
  return names.length === 1 ? first : `${first} and ${names.length - 1} more`;
}

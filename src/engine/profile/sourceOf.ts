import { readFileSync, statSync } from 'node:fs';

/** The text of a file, or null where there is none. */
export type SourceOf = (file: string) => string | null;

/** Larger files are bundles: their lines say nothing to a person. */
const maxBytes = 20_000_000;

/** Sources as the run saw them first, the files on disk otherwise; each is read once. */
export function sourcesOrDisk(sources: ReadonlyMap<string, string>): SourceOf {
  const read = new Map<string, string | null>();
  return (file) => {
    const known = sources.get(file) ?? read.get(file);
    if (known !== undefined) return known;
    let text: string | null = null;
    try {
      if (file.startsWith('/') || /^[a-z]:[\\/]/i.test(file)) {
        const stat = statSync(file);
        if (stat.isFile() && stat.size <= maxBytes) text = readFileSync(file, 'utf8');
      }
    } catch {
      // A file that is gone is a line without its text.
    }
    read.set(file, text);
    return text;
  };
}

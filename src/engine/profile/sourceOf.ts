import { textWithin } from '../regularFile.ts';
import { NamedFolders } from './namedFolders.ts';

/** The text of a file, or null where there is none. */
export type SourceOf = (file: string) => string | null;

/** Larger files are bundles: their lines say nothing to a person. */
const maxBytes = 20_000_000;

/**
 * Sources as the run saw them first, otherwise the files on disk below the named folders; each is
 * read once.
 */
export function sourcesOrDisk(
  sources: ReadonlyMap<string, string>,
  namedFolders: readonly string[],
): SourceOf {
  const named = new NamedFolders(namedFolders);
  const read = new Map<string, string | null>();
  return (file) => {
    const known = sources.get(file) ?? read.get(file);
    if (known !== undefined) return known;
    const real = named.source(file);
    // A file that is gone is a line without its text.
    const text = real === null ? null : textWithin(real, maxBytes);
    read.set(file, text);
    return text;
  };
}

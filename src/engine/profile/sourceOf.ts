import { textWithin } from '../files/regularFile.ts';
import { NamedFolders } from '../files/namedFolders.ts';

export type SourceOf = (file: string) => string | null;

/** Larger files are bundles, whose lines tell a person nothing. */
const maxBytes = 20_000_000;

/** Sources as the run saw them, else files in the named folders; each is read once. */
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
    const text = real === null ? null : textWithin(real, maxBytes);
    read.set(file, text);
    return text;
  };
}

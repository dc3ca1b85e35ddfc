import type { SourceFiles } from '../../src/analysis/source/sourceFiles.ts';

/** A disk with these texts by path, all of them changed last at `changedMs`. */
export function filesOf(texts: Readonly<Record<string, string>>, changedMs = 0): SourceFiles {
  return {
    read: (path) => Promise.resolve(texts[path] ?? null),
    exists: (path) => path in texts,
    changedMs: (path) => (path in texts ? changedMs : null),
  };
}

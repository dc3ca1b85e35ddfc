import { statSync } from 'node:fs';
import type { Profile } from '../../analysis/profile/profile.ts';
import type { Report } from '../../shared/report.ts';
import { sourcesOrDisk } from './sourceOf.ts';

/**
 * Adds the texts of the report's files that the log did not hold (most source maps come without
 * them), as they are on disk: of files that nobody has changed since the run was started, that is
 * what ran, unless the build is older. It has to be done right after the run, before anybody goes on typing.
 */
export function addDiskSources(
  { sources, newerSources }: Profile,
  { lines }: Report,
  startedAt: number,
): void {
  const sourceOf = sourcesOrDisk(new Map());
  for (const file of new Set(lines.map((line) => line.file))) {
    if (sources.has(file) || newerSources?.has(file) || changedMs(file) >= startedAt) continue;
    const text = sourceOf(file);
    if (text !== null) sources.set(file, text);
  }
}

/** Infinity where there is no such file. */
function changedMs(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return Infinity;
  }
}

import type { Profile } from '../../analysis/profile/profile.ts';
import type { Report } from '../../shared/report.ts';
import { diskFiles } from './diskFiles.ts';
import { sourcesOrDisk } from './sourceOf.ts';

/**
 * Adds texts from disk for the report's files that the log did not hold (most source maps come
 * without them). Files that did not change since the run started are what ran, unless the build is
 * older. Call it right after the run, before anybody edits them.
 */
export function addDiskSources(
  { sources, newerSources }: Profile,
  { lines }: Report,
  startedAt: number,
  workspaceFolders: readonly string[],
): void {
  const sourceOf = sourcesOrDisk(new Map(), workspaceFolders);
  const { changedMs } = diskFiles(workspaceFolders);
  for (const file of new Set(lines.map((line) => line.file))) {
    if (sources.has(file) || newerSources?.has(file)) continue;
    if ((changedMs(file) ?? Infinity) >= startedAt) continue;
    const text = sourceOf(file);
    if (text !== null) sources.set(file, text);
  }
}

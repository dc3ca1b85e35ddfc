import { formatShare } from '../../shared/format.ts';
import type { LineReport } from '../../shared/report.ts';

/** Below this share of the time it is not worth a sentence. */
const minShare = 0.1;
/** Nobody writes lines of this length; a build without whitespace does. */
const longLine = 500;

/**
 * Says which setting brings lines back where much of the time is in files that a build has written
 * in very long lines, without source maps: "line 1" is then the whole file. Null where it is not so.
 * @param sources the text of each file that ran, or that a source map names
 * @param cwd files below it are called from there
 */
export function minifiedNote(
  lines: readonly Pick<LineReport, 'file' | 'line' | 'self'>[],
  sources: ReadonlyMap<string, string>,
  cwd: string,
): string | null {
  const shares = new Map<string, number>();
  for (const { file, line, self } of lines) {
    const text = sources.get(file)?.split('\n', line)[line - 1] ?? '';
    if (text.length > longLine) shares.set(file, (shares.get(file) ?? 0) + self);
  }
  const whole = [...shares.values()].reduce((sum, share) => sum + share, 0);
  const [hottest] = [...shares].sort(([, a], [, b]) => b - a);
  if (!hottest || whole < minShare) return null;
  const [file] = hottest;
  const isBelow = file.startsWith(cwd) && /[\\/]/.test(file[cwd.length] ?? '');
  const name = isBelow ? file.slice(cwd.length + 1) : file;
  const more = shares.size === 1 ? '' : ` and ${shares.size - 1} more`;
  return `${formatShare(whole)} of the time is in very long lines that a build wrote without source maps (${name}${more}): ${remedy(file)}.`;
}

function remedy(file: string): string {
  return /[\\/]\.next[\\/]/.test(file)
    ? 'set `experimental: { serverSourceMaps: true }` in the Next.js configuration and build again to see your own lines'
    : 'turn source maps on in the build to see your own lines';
}

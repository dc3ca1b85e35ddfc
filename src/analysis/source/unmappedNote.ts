import { fileBelow } from '../../shared/filePaths.ts';
import { formatShare } from '../../shared/format.ts';
import type { LineReport } from '../../shared/report.ts';

/** Below this share of the time, no note is given. */
const minShare = 0.1;
/** Only a build without whitespace writes lines of this length. */
const longLine = 500;

/**
 * If much of the time is in build output without source maps, says which setting brings the
 * original lines back. Such output is a bundle, which mixes the user's files with others, or has
 * very long lines, where "line 1" is the whole file. Null otherwise.
 * @param sources the text of each file that ran or that a source map names
 * @param cwd files below it are named relative to it
 */
export function unmappedNote(
  lines: readonly Pick<LineReport, 'file' | 'line' | 'self'>[],
  sources: ReadonlyMap<string, string>,
  cwd: string,
): string | null {
  const shares = new Map<string, number>();
  const bundlers = new Map<string, Bundler | null>();
  for (const { file, line, self } of lines) {
    const text = sources.get(file) ?? '';
    if (!bundlers.has(file)) bundlers.set(file, bundlerOf(text));
    const isLong = (text.split('\n', line)[line - 1] ?? '').length > longLine;
    if (isLong || bundlers.get(file)) shares.set(file, (shares.get(file) ?? 0) + self);
  }
  const whole = [...shares.values()].reduce((sum, share) => sum + share, 0);
  const [hottest] = [...shares].sort(([, a], [, b]) => b - a);
  if (!hottest || whole < minShare) return null;
  const [file] = hottest;
  const bundler = bundlers.get(file) ?? null;
  const name = fileBelow(file, cwd);
  const more = shares.size === 1 ? '' : ` and ${shares.size - 1} more`;
  const where = bundler ? `what ${bundler.name} bundled` : 'very long lines that a build wrote';
  return `${formatShare(whole)} of the time is in ${where} without source maps (${name}${more}): ${remedy(file, bundler)}.`;
}

function remedy(file: string, bundler: Bundler | null): string {
  return /[\\/]\.next[\\/]/.test(file)
    ? 'set `experimental: { serverSourceMaps: true }` in the Next.js configuration and build again to see your own lines'
    : `${bundler?.setting ?? 'turn source maps on in the build'} to see your own lines`;
}

interface Bundler {
  name: string;
  /** Matches every bundle of this tool, and nothing that a person writes. */
  sign: RegExp;
  setting: string;
}

/** The first match made the file: a bundle may contain other bundles. */
const bundlers: readonly Bundler[] = [
  {
    name: 'ncc',
    sign: /^(?:\/\*{6}\/)?\s*(?:function|var) __nccwpck_require__\b/m,
    setting: 'build with `ncc --source-map`',
  },
  {
    name: 'webpack',
    sign: /^(?:\/\*{6}\/)?\s*(?:function|var) __webpack_(?:require|modules)__\b/m,
    setting: "set `devtool: 'source-map'` in webpack's configuration",
  },
  {
    name: 'Rolldown',
    sign: /^(?:\/\/ \\0rolldown\/|\/\/#region \\0rolldown\/)/m,
    setting: "set `output.sourcemap: true` in Rolldown's configuration",
  },
  {
    name: 'Rollup',
    sign: /^(?:function getDefaultExportFromCjs |var commonjsGlobal = )/m,
    setting:
      "set `output.sourcemap: true` in Rollup's configuration (`build.sourcemap: true` in Vite's)",
  },
  {
    // Each module's path has a line of its own. A person may write one such line, or a list.
    name: 'esbuild',
    sign: /^ *\/\/ [^\s:]+\.[cm]?[jt]sx?\r?\n(?! *\/\/)[^]*^ *\/\/ [^\s:]+\.[cm]?[jt]sx?\r?\n(?! *\/\/)/m,
    setting: 'build with `--sourcemap` (esbuild, tsup)',
  },
];

function bundlerOf(text: string): Bundler | null {
  return bundlers.find(({ sign }) => sign.test(text)) ?? null;
}

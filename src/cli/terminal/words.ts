import { fileBelow } from '../../shared/filePaths.ts';
import { formatShare } from '../../shared/format.ts';
import type { FunctionReport } from '../../shared/report.ts';
import { tierText } from '../../shared/tierText.ts';
import type { TierShares } from '../../shared/vocabulary.ts';
import { plainLine } from '../../shared/plainText.ts';

const packageNames: Record<string, string> = {
  '(app)': 'your code (app)',
  '(node)': 'Node.js core',
  '(wasm)': 'WebAssembly',
  '': 'packages',
};

/** The name of an entry of `packages` for people. */
export function packageText(name: string): string {
  return packageNames[name] ?? plainLine(name);
}

/** For a narrow column: `turbofan`, `turbofan 62 %`, or `mixed` if that does not fit; empty with too few samples. */
export function shortTierText(shares: TierShares, onCpuSamples: number, columns: number): string {
  const main = tierText(shares, onCpuSamples).replace(/,.*/, '');
  return main.length > columns ? 'mixed' : main;
}

/** The words after the warning sign; null for a function without a marker. */
export function markerText(of: FunctionReport): string | null {
  switch (of.marker) {
    case null:
      return null;
    case 'deopt-loop':
      return plainLine(of.reason ?? 'deoptimized again and again');
    case 'not-optimized':
      return of.reason ? `not optimized: ${plainLine(of.reason)}` : 'not optimized';
  }
}

/** `src/render.ts:42`; files outside of the base folder keep their whole path. */
export function placeText(file: string, line: number, baseFolder: string): string {
  const shown = fileBelow(file, baseFolder);
  return plainLine(line > 0 ? `${shown}:${line}` : shown);
}

/** For example `12.0 % own, 22.1 % mustache`, without negligible parts. */
export function shareList(entries: [name: string, share: number][]): string {
  return entries
    .filter(([, share]) => share >= 0.0005)
    .sort((a, b) => b[1] - a[1])
    .map(([name, share]) => `${formatShare(share)} ${name}`)
    .join(', ');
}

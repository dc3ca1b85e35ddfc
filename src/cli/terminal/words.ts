import { fileBelow } from '../../shared/filePaths.ts';
import { formatShare } from '../../shared/format.ts';
import type { FunctionReport } from '../../shared/report.ts';
import { tierWords } from '../../shared/tierWords.ts';
import type { TierShares } from '../../shared/vocabulary.ts';
import { plainLine } from '../../shared/plainText.ts';

const packageNames: Record<string, string> = {
  '(app)': 'your code (app)',
  '(node)': 'Node.js core',
  '(wasm)': 'WebAssembly',
  '': 'packages',
};

/** What an entry of `packages` is called where people read it. */
export function packageWords(name: string): string {
  return packageNames[name] ?? plainLine(name);
}

/** In a narrow column: `turbofan`, `turbofan 62 %`, `mixed` where that has no room, nothing where the samples are too few. */
export function shortTierWords(shares: TierShares, onCpuSamples: number, columns: number): string {
  const main = tierWords(shares, onCpuSamples).replace(/,.*/, '');
  return main.length > columns ? 'mixed' : main;
}

/** What stands behind the warning sign; null for a function without a marker. */
export function markerWords(of: FunctionReport): string | null {
  switch (of.marker) {
    case null:
      return null;
    case 'deopt-loop':
      return plainLine(of.reason ?? 'deoptimized again and again');
    case 'not-optimized':
      return of.reason ? `not optimized: ${plainLine(of.reason)}` : 'not optimized';
  }
}

/** `src/render.ts:42`; files outside the base folder keep their whole path. */
export function placeWords(file: string, line: number, baseFolder: string): string {
  const shown = fileBelow(file, baseFolder);
  return plainLine(line > 0 ? `${shown}:${line}` : shown);
}

/** `12.0 % own, 22.1 % mustache`, of the parts that are not nothing. */
export function shareList(entries: [name: string, share: number][]): string {
  return entries
    .filter(([, share]) => share >= 0.0005)
    .sort((a, b) => b[1] - a[1])
    .map(([name, share]) => `${formatShare(share)} ${name}`)
    .join(', ');
}

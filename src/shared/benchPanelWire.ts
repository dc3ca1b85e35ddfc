import type { BenchReport } from './bench.ts';

/** The wire between the page "Benchmark" and the extension host. Plain data. */

/** A benchmark as the panel has it. */
export interface ShownBench {
  report: BenchReport;
  /** Shortens paths in what people read. */
  baseFolder: string;
}

/** What a page has kept over a reload; null if that is no benchmark. */
export function keptBench(state: unknown): ShownBench | null {
  if (typeof state !== 'object' || state === null || !('bench' in state)) return null;
  const { report, baseFolder } = (state.bench ?? {}) as Partial<ShownBench>;
  const isWhole =
    report?.hotframeBench === 1 &&
    typeof report.function?.file === 'string' &&
    // Versions before this one told no clock.
    typeof report.measured?.clock === 'string';
  return isWhole && typeof baseFolder === 'string' ? { report, baseFolder } : null;
}

/** Page → host. */
export type FromBench =
  /** The page is loaded and asks for the benchmark. */
  | { type: 'ready' }
  /** A person wants to go to the function. */
  | { type: 'reveal' }
  /** A person wants the function measured anew, alone or against another. */
  | { type: 'again' }
  /** A person wants a benchmark file of it. */
  | { type: 'write' }
  /** A person wants to see a file that was written. */
  | { type: 'open'; file: string }
  /** A person wants the gain measured on the server. */
  | { type: 'measure' };

/** Host → page. */
export type ToBench =
  /** Null: the panel has none, and nothing has been measured since VS Code started. */
  | { type: 'bench'; bench: ShownBench | null }
  /** The sentence is for people. */
  | { type: 'failed'; message: string };

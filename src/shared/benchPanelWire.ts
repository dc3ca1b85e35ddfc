import type { BenchReport } from './bench.ts';

/** The wire between the page "Benchmark" and the extension host. Plain data. */

/** A benchmark as the panel has it. */
export interface ShownBench {
  report: BenchReport;
  /** Shortens paths in what people read. */
  baseFolder: string;
}

/** Page → host. */
export type FromBench =
  /** The page is loaded and asks for the benchmark. */
  | { type: 'ready' }
  /** A person wants to go to the function. */
  | { type: 'reveal' }
  /** A person wants the function measured anew, alone or against another. */
  | { type: 'again' }
  /** A person wants the gain measured on the server. */
  | { type: 'measure' };

/** Host → page. */
export type ToBench =
  /** Null: none has been measured since VS Code started. */
  | { type: 'bench'; bench: ShownBench | null }
  /** The sentence is for people. */
  | { type: 'failed'; message: string };

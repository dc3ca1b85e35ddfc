import type { CodeChanges } from './codeChange.ts';
import type { CompareReport } from './compareReport.ts';
import type { DiffFlameQuery } from './diffFlameWire.ts';
import type { PackedDiffFlame } from './diffFlamePack.ts';
import type { Visibility } from './flameWire.ts';
import type { PackageReport } from './report.ts';
import type { Area } from './vocabulary.ts';

/**
 * The wire between the page of a comparison and whoever holds the comparison (the language server
 * through the extension host). Plain data both ways.
 */

/** The runs of both states, by their files. */
export interface ComparedPaths {
  base: string[];
  head: string[];
}

/**
 * Source text of each of {@link CodeChanges.lines}, trimmed and cut: the present text, or the
 * former of a line that is gone; empty if not known.
 */
export type LineTexts = string[];

/** Page → owner. */
export type FromComparison =
  /** The page is loaded and asks for the comparison. */
  | { type: 'ready' }
  /** Answered by one `tree` with the same requestId. */
  | { type: 'query'; requestId: number; query: DiffFlameQuery }
  /** Asks what changed while these frames are visible; answered by one `changes` with the same requestId. */
  | { type: 'changes'; requestId: number; visibility: Visibility }
  /** Answered by one `matches` with the same requestId; the rule is in flameMatch.ts. */
  | { type: 'search'; requestId: number; visibility: Visibility; text: string }
  /** A person chose a frame or a row of the given state: show its code in the editor. */
  | {
      type: 'reveal';
      side: 'base' | 'head';
      file: string;
      line: number;
      column: number;
      takeFocus: boolean;
    }
  /** A person saves the picture as a file. */
  | { type: 'save'; kind: 'svg'; text: string };

/** Owner → page. */
export type ToComparison =
  /** Answers `ready`, and is sent again when the comparison changes. */
  | {
      type: 'comparison';
      /** Its `code` counts the user's own code only; `changes` has it for other visibilities. */
      report: CompareReport;
      /** The compared runs, to request them again after a reload; null: no saved runs. */
      paths: ComparedPaths | null;
      /**
       * The head's share of on-CPU samples whose innermost frame is of the area, and by npm
       * package.
       */
      areaShares: Record<Area, number>;
      packageShares: Record<string, number>;
      packages: PackageReport[];
      lineTexts: LineTexts;
      /** Shortens the absolute paths in what people read. */
      baseFolder: string;
    }
  /** The runs could not be compared; the sentence is for people. */
  | { type: 'failed'; message: string }
  | { type: 'tree'; requestId: number; tree: PackedDiffFlame }
  | { type: 'changes'; requestId: number; code: CodeChanges; lineTexts: LineTexts }
  /**
   * CPU time per request below matching visible frames, in both states, and the number of matching
   * functions.
   */
  | {
      type: 'matches';
      requestId: number;
      baseMicros: number;
      headMicros: number;
      functions: number;
    }
  /** The question could not be answered; the sentence is for people. */
  | { type: 'queryFailed'; requestId: number; message: string };

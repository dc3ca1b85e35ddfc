import type { FlameNode } from './flameNode.ts';
import type { PackedTree } from './flamePack.ts';
import type { LineReport, RunPart } from './report.ts';
import type { WaitPicture } from './requestTimes.ts';
import type { Area, Marker } from './vocabulary.ts';

/**
 * The wire between the flamegraph view and whoever owns the profile (the language server through
 * the extension host, or the host script inside a saved HTML page). Plain data both ways.
 */

/** Says which frames are drawn; time of hidden ones folds into the nearest visible caller. */
export interface Visibility {
  areas: Area[];
  /** npm packages that are drawn although `deps` is hidden. */
  packages: string[];
}

export interface FlameQuery {
  visibility: Visibility;
  /** Of the run of allocations; absent: of the profile of time. */
  samples?: 'bytes';
  /** True: roots are the innermost visible frames, children their callers. */
  inverted: boolean;
  /** Indexes into `target.processes` of the report: only their samples; absent: all. */
  processes?: number[];
  /** Node to draw as the root, from an earlier answer for the same visibility and direction; absent: the whole profile. */
  rootId?: number;
  /**
   * Children narrower than this share of the drawn root are left out and counted in `elided`;
   * so are those that would make the answer too large or too deep to draw.
   */
  minShare: number;
}

/** The function that a hot line belongs to. */
export interface LineFunction {
  /** As in {@link FlameNode}. */
  functionId: number;
  name: string;
  marker: Marker;
  reason: string | null;
}

/** The report's lines, with text and function of each. */
export interface HotLines {
  lines: LineReport[];
  /** Their source text by `file:line`, trimmed and cut. */
  lineTexts: Record<string, string>;
  /** The function of each, by `file:line`. */
  lineFunctions: Record<string, LineFunction>;
}

/** View → owner. */
export type FromView =
  /** The view is loaded and asks for the profile, with the picture that it would ask for first. */
  | {
      type: 'ready';
      query?: FlameQuery;
      /** It showed bytes before it was hidden, and would again, if the owner has some. */
      samples?: 'bytes';
    }
  /** Answered by one `tree` with the same requestId. */
  | { type: 'query'; requestId: number; query: FlameQuery }
  /** Answered by one `matches` with the same requestId; the rule is in flameMatch.ts. */
  | {
      type: 'search';
      requestId: number;
      visibility: Visibility;
      text: string;
      /** As in {@link FlameQuery}. */
      processes?: number[];
      samples?: 'bytes';
    }
  /** Answered by one `lines` with the same requestId. */
  | {
      type: 'lines';
      requestId: number;
      /** As in {@link FlameQuery}. */
      processes?: number[];
    }
  /** Answered by one `waits` with the same requestId. */
  | { type: 'waits'; requestId: number }
  /**
   * A person wants to see some of the processes, or all (null), of time or of bytes: answered by `profile`.
   */
  | { type: 'choose'; processes: number[] | null; samples?: 'bytes' }
  /** A person chose a frame or a line: show it in the editor. */
  | { type: 'reveal'; file: string; line: number; column: number; takeFocus: boolean }
  /** A person dropped files on the view, to open them as one profile; empty if they have no uri. */
  | { type: 'open'; uris: string[] }
  /** A person asks why the function of a frame is not optimized. */
  | { type: 'why'; functionId: number }
  /**
   * A person saves the picture as a file: the owner asks for a path and writes it, or offers a
   * download.
   */
  | { type: 'save'; kind: 'svg'; text: string }
  /** A person saves the whole profile as a page, which only the owner can make. */
  | { type: 'save'; kind: 'html' }
  /** A person saves the profile in another format, which the owner asks for. */
  | { type: 'save'; kind: 'other' };

/** Owner → view. */
export type ToView =
  /** Answers `ready` while a run is under way: `profile` follows when it has ended. */
  | { type: 'expected' }
  /** Answers `ready`, and is sent again when another run is shown. */
  | {
      type: 'profile';
      /** Tells by `sampledBytes` whether samples are bytes. */
      report: RunPart;
      /** The owner has samples of this kind too, which `choose` shows; absent: it has no others. */
      other?: 'time' | 'bytes';
      /** Sentence on samples without a visible frame; empty if there are none. */
      aroundHandlers: string;
      /** The time of a request as `requestSentences` words it; empty if it is not known. */
      requestSentences: string[];
      /** The answer to the query of `ready`; if absent, the view sends a `query`. */
      tree?: PackedTree;
      /** The chosen processes, which all figures here are about; absent: all. */
      processes?: number[];
      /** Share of on-CPU samples whose innermost frame is of the area. */
      areaShares: Record<Area, number>;
      /** The same by npm package; their sum is the share of `deps`. */
      packageShares: Record<string, number>;
      /** Shortens the absolute paths in what people read. */
      baseFolder: string;
      /** The view is inside a saved page, which does not offer to save one. */
      isSavedPage?: boolean;
    }
  | { type: 'tree'; requestId: number; tree: PackedTree }
  /** The hot lines, which a view asks for when it shows its picture. */
  | ({ type: 'lines'; requestId: number } & HotLines)
  /** The waits of requests; null if the profile does not have it. */
  | { type: 'waits'; requestId: number; picture: WaitPicture | null }
  /** Share of on-CPU samples with a matching visible frame, however narrow, and how many functions match. */
  | { type: 'matches'; requestId: number; share: number; functions: number }
  /** The query or search could not be answered; the sentence is for people. */
  | { type: 'queryFailed'; requestId: number; message: string }
  /**
   * The editor's cursor is on these functions (`functionId`s): their frames stand out, nothing else
   * changes. Empty: on none. To be said again after `profile`, which forgets it.
   */
  | { type: 'highlight'; functionIds: number[] };

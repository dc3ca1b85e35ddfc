import type { EditorLine } from '../../shared/linesWire.ts';
import type { OverlayOptions } from '../../shared/lspOptions.ts';
import type { LineDifference } from '../../shared/measureWire.ts';
import type { FunctionReport, LineReport } from '../../shared/report.ts';
import { lineWithoutTime } from '../../analysis/report/lineWaits.ts';
import { largerShare, shownShares } from '../../shared/shownTimes.ts';
import type { ComparedCode } from '../profile/comparedCode.ts';
import type { EditorFile, EditorFiles } from './editorFiles.ts';
import { lineLabel, lineNote } from '../profile/lineLabel.ts';
import type { CurrentProfile } from '../profile/currentProfile.ts';

/** A hot line of the report with its current position. */
export interface HotLine {
  report: LineReport;
  /** 1-based line in the current text. */
  line: number;
  stale: boolean;
  /** The functions whose marker is shown at this line. */
  marked: FunctionReport[];
  difference: LineDifference | null;
  showsCpu: boolean;
  /** Share of the latency that requests wait there; 0 if that is not shown. */
  waitShare: number;
}

/** Finds a document's hot lines in its current text. */
export class HotLines {
  constructor(
    private readonly currentProfile: CurrentProfile,
    private readonly files: EditorFiles,
    private readonly overlay: () => OverlayOptions,
    /** The comparison with the shown profile; null if there is none. */
    readonly compared: () => ComparedCode | null,
  ) {}

  editorLines(uri: string): EditorLine[] {
    const file = this.files.find(uri);
    return file ? this.of(file).map((hot) => editorLine(file, hot)) : [];
  }

  /** Returns the lines that the overlay's options allow, hottest first. */
  of({ shown, file, placed }: EditorFile): HotLine[] {
    const overlay = this.overlay();
    const compared = this.compared();
    const changed = new Set(overlay.times === 'waits' ? [] : compared?.changedLines(file));
    const ran = shown.linesOf(file);
    const lines = new Set(ran.map(({ line }) => line));
    // Lines that became too fast to be sampled are shown too: they are what a person hopes to see.
    const gone = [...changed].filter((line) => !lines.has(line));
    return [...ran, ...gone.map((line) => lineWithoutTime(file, line))]
      .map((report) => {
        const shares = shownShares(report, shown.report.requests, overlay);
        const showsCpu = shares.cpu > 0 || changed.has(report.line);
        return { report, shares, showsCpu, waitShare: shares.wait };
      })
      .filter(({ showsCpu, waitShare }) => showsCpu || waitShare > 0)
      .sort((a, b) => largerShare(b.shares) - largerShare(a.shares))
      .slice(0, overlay.maxLinesPerFile)
      .flatMap(({ report, showsCpu, waitShare }) => {
        const line = placed.currentLine(report.line);
        if (line === null) return [];
        const marked = shown.markers.get(report) ?? [];
        const difference = compared?.lineAt(file, report.line) ?? null;
        const stale = placed.isStale(report.line);
        return [{ report, line, stale, marked, difference, showsCpu, waitShare }];
      });
  }

  /**
   * The current line of a line that ran; if it is gone, that of the nearest line before it.
   * @param ran the text with that line; null for the profile's
   */
  currentLine(uri: string, ranLine: number, ran: string | null): number {
    const placed = ran === null ? this.files.find(uri)?.placed : this.files.place(uri, ran);
    if (!placed) return ranLine;
    for (let line = ranLine; line > 0; line--) {
      const now = placed.currentLine(line);
      if (now !== null) return now;
    }
    return 1;
  }

  /** Ids of the functions whose code ran on a line, else of the function around it. */
  functionsAt(uri: string, line: number): number[] {
    const found = this.files.find(uri);
    const profile = this.currentProfile.current?.profile;
    const ranLine = found?.placed.ranLine(line) ?? null;
    if (!found || !profile || ranLine === null) return [];
    const { functions, frames } = profile;
    const ids = new Set<number>();
    frames.line.forEach((each, frame) => {
      const id = frames.function[frame]!;
      if (each === ranLine && functions[id]?.file === found.file) ids.add(id);
    });
    if (ids.size === 0) {
      const around = found.placed.functionAt(ranLine);
      const own = functions.flatMap((each, id) => (each.file === found.file ? [id] : []));
      const id = own[around];
      if (id !== undefined) ids.add(id);
    }
    return [...ids];
  }
}

function editorLine({ shown, file }: EditorFile, hot: HotLine): EditorLine {
  const { report, line, stale, marked, difference, showsCpu, waitShare } = hot;
  const { own, total, exact } = report;
  const self = difference?.nowShare ?? report.self;
  const label = lineLabel(hot);
  const marker = shown.lineFunctions[`${file}:${report.line}`]?.marker ?? null;
  const note = lineNote(hot);
  const markerHere = marked[0]?.marker ?? marker;
  return {
    ...{ line, self, own, total, showsCpu, waitShare },
    waitMs: waitShare > 0 ? (report.waitMs ?? 0) : 0,
    ...{ label, note, marker: markerHere, exact, stale, difference },
  };
}

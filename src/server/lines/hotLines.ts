import type { EditorLine, OverlayOptions } from '../../shared/lspWire.ts';
import type { LineDifference } from '../../shared/measureWire.ts';
import type { FunctionReport, LineReport } from '../../shared/report.ts';
import type { ComparedCode } from '../compare/comparedCode.ts';
import type { EditorFile, EditorFiles } from './editorFiles.ts';
import { lineLabel, lineNote } from './lineLabel.ts';
import type { CurrentProfile } from '../currentProfile.ts';

/** A hot line of the report and where it is now. */
export interface HotLine {
  report: LineReport;
  /** 1-based, in the text as it is now. */
  line: number;
  stale: boolean;
  /** The functions whose marker is told at this line. */
  marked: FunctionReport[];
  difference: LineDifference | null;
}

/** Which lines of a document are hot, in its text as it is now. */
export class HotLines {
  constructor(
    private readonly currentProfile: CurrentProfile,
    private readonly files: EditorFiles,
    private readonly overlay: () => OverlayOptions,
    /** What the shown profile is compared with; null: nothing. */
    readonly compared: () => ComparedCode | null,
  ) {}

  editorLines(uri: string): EditorLine[] {
    const file = this.files.find(uri);
    return file ? this.of(file).map((hot) => editorLine(file, hot)) : [];
  }

  /** Hottest first, as far as the overlay's options let them be shown. */
  of({ shown, file, placed }: EditorFile): HotLine[] {
    const { minShare, maxLinesPerFile } = this.overlay();
    const compared = this.compared();
    const changed = new Set(compared?.changedLines(file));
    const ran = shown.linesOf(file);
    const hot = ran.filter(({ self, line }) => (self > 0 && self >= minShare) || changed.has(line));
    // What has become too fast to be seen is what a person wants to see.
    for (const { line } of ran) changed.delete(line);
    return [...hot, ...[...changed].map((line) => withoutTime(file, line))]
      .slice(0, maxLinesPerFile)
      .flatMap((report) => {
        const line = placed.lineNow(report.line);
        if (line === null) return [];
        const marked = shown.markers.get(report) ?? [];
        const difference = compared?.lineAt(file, report.line) ?? null;
        return [{ report, line, stale: placed.isStale(report.line), marked, difference }];
      });
  }

  /**
   * A line that ran, in the text as it is now; where it is gone, the nearest before it.
   * @param ran the text that it is of; null: that of the profile
   */
  lineNow(uri: string, ranLine: number, ran: string | null): number {
    const placed = ran === null ? this.files.find(uri)?.placed : this.files.place(uri, ran);
    if (!placed) return ranLine;
    for (let line = ranLine; line > 0; line--) {
      const now = placed.lineNow(line);
      if (now !== null) return now;
    }
    return 1;
  }

  /** The functions whose code ran on a line, else the function around it. */
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

/** A line of the head on which no sample was. */
function withoutTime(file: string, line: number): LineReport {
  return {
    ...{ file, line, self: 0, own: 0, total: 0, exact: true },
    parts: { gc: 0, v8: 0, native: 0, core: 0, deps: 0 },
    tiers: { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0 },
  };
}

function editorLine({ shown, file }: EditorFile, hot: HotLine): EditorLine {
  const { report, line, stale, marked, difference } = hot;
  const { own, total, exact } = report;
  const self = difference?.nowShare ?? report.self;
  const label = lineLabel(hot);
  const marker = shown.lineFunctions[`${file}:${report.line}`]?.marker ?? null;
  const note = lineNote(hot);
  const markerHere = marked[0]?.marker ?? marker;
  return { line, self, own, total, label, note, marker: markerHere, exact, stale, difference };
}

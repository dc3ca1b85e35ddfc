import type { CodeLens } from 'vscode-languageserver/node';
import { formatShare } from '../shared/format.ts';
import type { FunctionReport } from '../shared/report.ts';
import { tierWords } from '../shared/tierWords.ts';
import type { EditorFile } from './editorFiles.ts';
import { markerLabel } from './lineLabel.ts';

/** Above each function with a share of time worth showing: `34.2 % self · 50.1 % total · turbofan`. */
export function codeLenses({ shown, file, placed }: EditorFile, minShare: number): CodeLens[] {
  return shown
    .functionsOf(file)
    .filter(
      ({ line, total, name }) => line > 0 && total > 0 && total >= minShare && name !== '(module)',
    )
    .flatMap((each) => {
      const line = placed.lineNow(each.line);
      if (line === null) return [];
      const at = { line: line - 1, character: 0 };
      const title = titleOf(each, placed.isStale(each.line));
      const command = { title, command: 'hotframe.showFlamegraph' };
      return [{ range: { start: at, end: at }, command }];
    });
}

function titleOf(each: FunctionReport, stale: boolean): string {
  return [
    `${formatShare(each.self)} self`,
    `${formatShare(each.total)} total`,
    tierWords(each.tiers),
    stale ? 'changed since the run' : markerLabel(each),
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
}

import type { InlayHint, Range } from 'vscode-languageserver/node';
import type { EditorFile } from './editorFiles.ts';
import type { HotLine } from './hotLines.ts';
import { lineLabel } from '../profile/lineLabel.ts';

/** The labels of hot lines as inlay hints, for editors without decorations. */
export function inlayHints({ lines }: EditorFile, hot: HotLine[], range: Range): InlayHint[] {
  return hot
    .filter(({ line }) => line > range.start.line && line <= range.end.line + 1)
    .map((each) => ({
      position: { line: each.line - 1, character: lines[each.line - 1]?.length ?? 0 },
      label: lineLabel(each),
      paddingLeft: true,
    }));
}

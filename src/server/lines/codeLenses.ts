import type { CodeLens } from 'vscode-languageserver/node';
import { formatShare } from '../../shared/format.ts';
import type { FunctionReport } from '../../shared/report.ts';
import { tierWords } from '../../shared/tierWords.ts';
import { formatMicros } from '../../shared/verdictText.ts';
import type { ComparedCode } from '../compare/comparedCode.ts';
import type { EditorFile } from './editorFiles.ts';
import { markerLabel } from './lineLabel.ts';

/**
 * Above each function with a share of time worth showing: `34.2 % self · 50.1 % total · turbofan`,
 * and `changed since the run · was 34.2 % self · 50.1 % total` where its text is not what ran.
 */
export function codeLenses(
  { shown, file, placed }: EditorFile,
  minShare: number,
  compared: ComparedCode | null,
): CodeLens[] {
  return shown
    .functionsOf(file)
    .filter(
      (each) =>
        each.line > 0 &&
        each.name !== '(module)' &&
        ((each.total > 0 && each.total >= minShare) || differenceOf(compared, each).length > 0),
    )
    .flatMap((each) => {
      const line = placed.lineNow(each.line);
      if (line === null) return [];
      const at = { line: line - 1, character: 0 };
      const figures = `${formatShare(each.self)} self · ${formatShare(each.total)} total`;
      const title = placed.isStale(each.line)
        ? `changed since the run · was ${figures}`
        : [...differenceOf(compared, each), figures, ...verdict(each, shown.onCpuSamples)].join(
            ' · ',
          );
      const command = { title, command: 'hotframe.showFlamegraph' };
      return [{ range: { start: at, end: at }, command }];
    });
}

/** `▼ 46.1 µs less per request`, of self; nothing within the noise. */
function differenceOf(compared: ComparedCode | null, each: FunctionReport): string[] {
  const found = compared?.functionAt(each);
  if (!found?.isBeyondNoise || !found.change) return [];
  if (found.base === null) return ['new'];
  const { micros } = found.change;
  const [arrow, word] = micros < 0 ? ['▼', 'less'] : ['▲', 'more'];
  return [`${arrow} ${formatMicros(Math.abs(micros))} ${word} per request`];
}

function verdict(each: FunctionReport, onCpuSamples: number): string[] {
  return [tierWords(each.tiers, onCpuSamples), markerLabel(each)].filter((fact) => fact !== '');
}

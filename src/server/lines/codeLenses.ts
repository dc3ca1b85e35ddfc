import type { CodeLens, Command } from 'vscode-languageserver/node';
import { formatMicros, formatShare } from '../../shared/format.ts';
import { benchCommand, type BenchTarget } from '../../shared/lspOptions.ts';
import type { FunctionReport } from '../../shared/report.ts';
import { tierText } from '../../shared/tierText.ts';
import type { ComparedCode } from '../profile/comparedCode.ts';
import type { EditorFile } from './editorFiles.ts';
import type { HoverExtras } from './hover.ts';
import { markerLabel } from '../profile/lineLabel.ts';
import { whyLens } from './whyLinks.ts';

interface LensExtras extends HoverExtras {
  /** Whether the editor has the command of the lens `Benchmark`. */
  hasBench: boolean;
  uri: string;
}

/** A function with less of the CPU time gains a request nothing that could be measured. */
const leastBenchShare = 0.01;

/**
 * Makes a lens above each function with enough time: `34.2 % self · 50.1 % total · turbofan`, or
 * `changed since the run · was 34.2 % self · 50.1 % total` if its text changed. A function with a
 * marker gets a second lens, which opens the panel "Why", and one with a share of a percent or more
 * gets the lens `Benchmark`.
 */
export function codeLenses(
  { shown, file, placed }: EditorFile,
  minShare: number,
  { compared, hasWhy, hasBench, uri }: LensExtras,
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
      const line = placed.currentLine(each.line);
      if (line === null) return [];
      const at = { line: line - 1, character: 0 };
      const figures = `${formatShare(each.self)} self · ${formatShare(each.total)} total`;
      const range = { start: at, end: at };
      const lens = (facts: string[]) => {
        const title = facts.filter((fact) => fact !== '').join(' · ');
        return { range, command: { title, command: 'hotframe.showFlamegraph' } };
      };
      const isWorthIt = hasBench && each.total >= leastBenchShare;
      const bench = isWorthIt ? [{ range, command: benchLens({ uri, line }) }] : [];
      if (placed.isStale(each.line)) {
        return [lens([`changed since the run · was ${figures}`]), ...bench];
      }
      const tier = tierText(each.tiers, shown.onCpuSamples);
      const facts = [...differenceOf(compared, each), figures, tier];
      const marker = markerLabel(each);
      if (marker === '' || !hasWhy) return [lens([...facts, marker]), ...bench];
      return [lens(facts), { range, command: whyLens(`${marker}: why?`, each) }, ...bench];
    });
}

function benchLens(target: BenchTarget): Command {
  return {
    title: 'Benchmark',
    tooltip: 'Measure this function by itself, with the arguments that the load passes to it',
    command: benchCommand,
    arguments: [target],
  };
}

/** The change of the function's self time, `▼ 46.1 µs less per request`; empty within the noise. */
function differenceOf(compared: ComparedCode | null, each: FunctionReport): string[] {
  const found = compared?.functionAt(each);
  if (!found?.isBeyondNoise || !found.change) return [];
  if (found.base === null) return ['new'];
  const { micros } = found.change;
  const [arrow, word] = micros < 0 ? ['▼', 'less'] : ['▲', 'more'];
  return [`${arrow} ${formatMicros(Math.abs(micros))} ${word} per request`];
}

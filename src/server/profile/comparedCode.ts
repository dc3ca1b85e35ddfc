import type {
  CodeChanges,
  CodePlace,
  CostChange,
  FunctionChange,
  LineChange,
} from '../../shared/codeChange.ts';
import type { CompareReport } from '../../shared/compareReport.ts';
import type { LineDifference } from '../../shared/measureWire.ts';
import { stateText } from '../../shared/verdictText.ts';

/** Finds what a comparison says about a line or function of its head. */
export class ComparedCode {
  /** `6 runs, commit 1a2b3c4, Node.js 22.11.0`. */
  readonly baseText: string;
  readonly unit: CodeChanges['unit'];
  readonly #lines = new Map<string, LineDifference>();
  readonly #changed = new Map<string, number[]>();
  readonly #functions = new Map<string, FunctionChange>();

  constructor(
    { base, code }: Pick<CompareReport, 'base' | 'code'>,
    /** CPU time of a whole request in each state. */
    requestMicros: { base: number; head: number },
    readonly baseFolder: string,
  ) {
    this.baseText = stateText(base);
    this.unit = code.unit;
    for (const line of code.lines) {
      if (!line.head) continue;
      this.#lines.set(keyOf(line.head), differenceOf(line, requestMicros));
      if (!line.isBeyondNoise) continue;
      const { file } = line.head;
      this.#changed.set(file, [...(this.#changed.get(file) ?? []), line.head.line]);
    }
    for (const each of code.functions) {
      if (!each.head) continue;
      const { file, line, column, name } = each.head;
      this.#functions.set(functionKey(file, line, column, name), each);
    }
  }

  /** The difference of a line that ran; null if it has too little time on both sides. */
  lineAt(file: string, line: number): LineDifference | null {
    return this.#lines.get(keyOf({ file, line })) ?? null;
  }

  /** Lines of a file, as they ran, whose difference exceeds the noise, largest first. */
  changedLines(file: string): number[] {
    return this.#changed.get(file) ?? [];
  }

  functionAt({ file, line, column, name }: CodePlace): FunctionChange | null {
    return this.#functions.get(functionKey(file, line, column, name)) ?? null;
  }
}

function differenceOf(
  line: LineChange,
  requestMicros: { base: number; head: number },
): LineDifference {
  const { baseMicros, headMicros, change, isBeyondNoise } = line;
  return {
    nowShare: headMicros / requestMicros.head,
    nowMicros: headMicros,
    before: line.base && { share: baseMicros / requestMicros.base, micros: baseMicros },
    changeShare: microsOf(line) / requestMicros.base,
    change,
    isBeyondNoise,
  };
}

/** Prefers the change by pairs, on which the judgement of noise is based. */
function microsOf({ change, headMicros, baseMicros }: CostChange): number {
  return change?.micros ?? headMicros - baseMicros;
}

function keyOf({ file, line }: { file: string; line: number }): string {
  return `${line}:${file}`;
}

function functionKey(file: string, line: number, column: number, name: string): string {
  return `${line}:${column}:${file}\n${name}`;
}

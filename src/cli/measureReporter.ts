import type { MeasureHooks } from '../engine/measure/measure.ts';
import type { MeasureProgress } from '../shared/measure.ts';
import { progressWords } from '../shared/measureText.ts';
import { plainLine } from '../shared/plainText.ts';
import { cutEnd } from './terminal/displayText.ts';
import { eraseLine, type TerminalOutput } from './terminal/terminalOutput.ts';

/**
 * Shows a measuring while it goes on: on a terminal one line that is written over, elsewhere a line
 * for each step before the runs and one a pair.
 */
export class MeasureReporter implements Pick<MeasureHooks, 'onProgress' | 'onOutput'> {
  readonly #isTerminal: boolean;
  /** What stands on the terminal's current line, or was written last. */
  #shown = '';
  /** Whether the output of a build or a target left the cursor within a line. */
  #withinLine = false;

  constructor(
    private readonly output: TerminalOutput,
    private readonly options: { showOutput: boolean },
  ) {
    this.#isTerminal = output.isTerminal;
  }

  onProgress(progress: MeasureProgress): void {
    const words = plainLine(progressWords(progress, this.#isTerminal));
    if (words === this.#shown) return;
    if (!this.#isTerminal) {
      this.output.write(`${this.#withinLine ? '\n' : ''}${words}\n`);
      this.#withinLine = false;
    } else if (!this.#withinLine) {
      // The last column stays free: some terminals wrap when it is written.
      this.output.write(`${eraseLine}${cutEnd(words, (this.output.columns ?? 80) - 1)}`);
    }
    this.#shown = words;
  }

  onOutput(text: string): void {
    if (!this.options.showOutput || text === '') return;
    this.#erase();
    this.output.write(text);
    this.#withinLine = !text.endsWith('\n');
  }

  /** Takes the line away; what comes after starts on an empty one. */
  end(): void {
    this.#erase();
    if (this.#withinLine) this.output.write('\n');
    this.#withinLine = false;
  }

  #erase(): void {
    if (this.#isTerminal && this.#shown !== '') this.output.write(eraseLine);
    this.#shown = '';
  }
}

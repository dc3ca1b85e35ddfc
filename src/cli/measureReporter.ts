import type { MeasureHooks } from '../engine/measure/measure.ts';
import type { MeasureProgress } from '../shared/measure.ts';
import { progressText } from '../shared/measureText.ts';
import { plainLine } from '../shared/plainText.ts';
import { cutEnd } from './terminal/displayText.ts';
import { eraseLine, type TerminalOutput } from './terminal/terminalOutput.ts';

/**
 * Shows the progress of a measurement: on a terminal as one line that is rewritten, elsewhere as a
 * line for each step before the runs and for each pair.
 */
export class MeasureReporter implements Pick<MeasureHooks, 'onProgress' | 'onOutput'> {
  readonly #isTerminal: boolean;
  /** The text on the terminal's current line, or the last line written. */
  #shown = '';
  /** Whether the output of a build or target ended without a line break. */
  #withinLine = false;

  constructor(
    private readonly output: TerminalOutput,
    private readonly options: { showOutput: boolean },
  ) {
    this.#isTerminal = output.isTerminal;
  }

  onProgress(progress: MeasureProgress): void {
    const words = plainLine(progressText(progress, this.#isTerminal));
    if (words === this.#shown) return;
    if (!this.#isTerminal) {
      this.output.write(`${this.#withinLine ? '\n' : ''}${words}\n`);
      this.#withinLine = false;
    } else if (!this.#withinLine) {
      // The last column stays free, since some terminals wrap when it is written.
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

  /** Removes the line, so that what follows starts on an empty one. */
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

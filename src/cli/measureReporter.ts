import type { MeasureHooks } from '../engine/measure/measure.ts';
import type { MeasureProgress } from '../shared/measure.ts';
import { progressWords } from '../shared/measureText.ts';
import type { ProgressStream } from './progressReporter.ts';
import { cutEnd, oneLine } from './terminal/displayText.ts';

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
    private readonly stream: ProgressStream,
    private readonly options: { showOutput: boolean },
  ) {
    this.#isTerminal = stream.isTTY === true;
  }

  onProgress(progress: MeasureProgress): void {
    const words = oneLine(progressWords(progress, this.#isTerminal));
    if (words === this.#shown) return;
    if (!this.#isTerminal) {
      this.stream.write(`${this.#withinLine ? '\n' : ''}${words}\n`);
      this.#withinLine = false;
    } else if (!this.#withinLine) {
      // The last column stays free: some terminals wrap when it is written.
      this.stream.write(`\r\x1b[K${cutEnd(words, (this.stream.columns ?? 80) - 1)}`);
    }
    this.#shown = words;
  }

  onOutput(text: string): void {
    if (!this.options.showOutput || text === '') return;
    this.#erase();
    this.stream.write(text);
    this.#withinLine = !text.endsWith('\n');
  }

  /** Takes the line away; what comes after starts on an empty one. */
  end(): void {
    this.#erase();
    if (this.#withinLine) this.stream.write('\n');
    this.#withinLine = false;
  }

  #erase(): void {
    if (this.#isTerminal && this.#shown !== '') this.stream.write('\r\x1b[K');
    this.#shown = '';
  }
}

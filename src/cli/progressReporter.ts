import type { LoadProgress } from '../shared/loadWire.ts';
import type { RunState } from '../shared/runState.ts';
import { formatDuration } from '../shared/format.ts';
import { progressLine } from './terminal/progressLine.ts';
import { eraseLine, type TerminalOutput } from './terminal/terminalOutput.ts';
import type { RunHooks } from '../engine/run/runOutcome.ts';

/**
 * Shows the progress of a run: on a terminal as one line that is rewritten, elsewhere as a line per
 * phase and second. The target's output goes in between, if requested.
 */
export class ProgressReporter implements RunHooks {
  readonly #output: TerminalOutput;
  readonly #command: string[];
  readonly #showOutput: boolean;
  readonly #now: () => number;
  readonly #isTerminal: boolean;
  #state: RunState = { phase: 'idle' };
  #progress: LoadProgress | null = null;
  /** The text on the terminal's current line. */
  #shown = '';
  #launchedAt = 0;
  #lastLineAt = -Infinity;
  /** Ticks during the launch, which sends no events. */
  #timer: NodeJS.Timeout | null = null;
  /** Whether the target's output ended without a line break. */
  #withinLine = false;

  constructor(
    output: TerminalOutput,
    command: string[],
    options: { showOutput: boolean; now?: () => number },
  ) {
    this.#output = output;
    this.#command = command;
    this.#showOutput = options.showOutput;
    this.#now = options.now ?? (() => performance.now());
    this.#isTerminal = output.isTerminal;
  }

  onState(state: RunState): void {
    const before = this.#state;
    this.#state = state;
    this.#progress = null;
    if (state.phase === 'launching') {
      this.#launchedAt = this.#now();
      this.#timer ??= setInterval(() => this.tick(), 1000).unref();
    } else this.#stopTimer();
    const listens = ['preparing', 'warming', 'measuring'].includes(state.phase);
    if (before.phase === 'launching' && listens) {
      const afterMs = this.#now() - this.#launchedAt;
      this.#writeLine(`Listening after ${formatDuration(afterMs)}`);
    }
    const line = this.#line();
    if (this.#isTerminal) this.#rewrite(line);
    else if (line !== '') this.#writeLine(line);
    this.#lastLineAt = this.#now();
  }

  /** Shows that a launch is still going on: every second on a terminal, else every ten. */
  tick(): void {
    if (this.#state.phase !== 'launching') return;
    if (this.#isTerminal) this.#rewrite(this.#line());
    else if (this.#now() - this.#lastLineAt >= 10_000) {
      this.#lastLineAt = this.#now();
      this.#writeLine(this.#line());
    }
  }

  onProgress(progress: LoadProgress): void {
    if (!this.#isLoading()) return;
    this.#progress = progress;
    if (this.#isTerminal) {
      this.#rewrite(this.#line());
    } else if (this.#now() - this.#lastLineAt >= 1000) {
      this.#lastLineAt = this.#now();
      this.#writeLine(this.#line());
    }
  }

  onOutput(text: string): void {
    if (!this.#showOutput || text === '') return;
    const shown = this.#shown;
    this.#erase();
    this.#output.write(text);
    this.#withinLine = !text.endsWith('\n');
    // Leave a prompt or half a line of the target alone until its line ends.
    if (!this.#withinLine) this.#rewrite(shown);
  }

  /** Removes the line, so that what follows starts on an empty one. */
  end(): void {
    this.#stopTimer();
    this.#erase();
    if (this.#withinLine) this.#output.write('\n');
    this.#withinLine = false;
  }

  #stopTimer(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #isLoading(): boolean {
    return this.#state.phase === 'warming' || this.#state.phase === 'measuring';
  }

  #line(): string {
    // The last column stays free, since some terminals wrap when it is written.
    const columns = (this.#isTerminal ? (this.#output.columns ?? 80) : 160) - 1;
    const launchMs = this.#now() - this.#launchedAt;
    return progressLine(
      this.#state,
      this.#command,
      this.#progress,
      columns,
      this.#isTerminal,
      launchMs,
    );
  }

  #writeLine(line: string): void {
    this.#erase();
    this.#output.write(`${this.#withinLine ? '\n' : ''}${line}\n`);
    this.#withinLine = false;
  }

  #rewrite(line: string): void {
    if (!this.#isTerminal || this.#withinLine) return;
    if (line === this.#shown) return;
    this.#output.write(`${eraseLine}${line}`);
    this.#shown = line;
  }

  #erase(): void {
    if (this.#shown !== '') this.#output.write(eraseLine);
    this.#shown = '';
  }
}

import type { LoadProgress } from '../shared/loadWire.ts';
import type { RunState } from '../shared/runState.ts';
import { formatDuration } from '../shared/format.ts';
import { progressLine } from './terminal/progressLine.ts';
import { eraseLine, type TerminalOutput } from './terminal/terminalOutput.ts';
import type { RunHooks } from '../engine/runOutcome.ts';

/**
 * Shows a run while it runs: on a terminal one line that is written over, elsewhere one line a
 * phase and a second. The target's own output, where it is asked for, goes between.
 */
export class ProgressReporter implements RunHooks {
  readonly #output: TerminalOutput;
  readonly #command: string[];
  readonly #showOutput: boolean;
  readonly #now: () => number;
  readonly #isTerminal: boolean;
  #state: RunState = { phase: 'idle' };
  #progress: LoadProgress | null = null;
  /** What stands on the terminal's current line. */
  #shown = '';
  #launchedAt = 0;
  #lastLineAt = -Infinity;
  /** Runs while the server is launched, which gives no event. */
  #timer: NodeJS.Timeout | null = null;
  /** Whether the target's output left the cursor within a line. */
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

  /** Says that a launch is still waited for: every second on a terminal, else every ten. */
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
    // A prompt or a half line of the target is left alone until its line ends.
    if (!this.#withinLine) this.#rewrite(shown);
  }

  /** Takes the line away; what comes after starts on an empty one. */
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
    // The last column stays free: some terminals wrap when it is written.
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

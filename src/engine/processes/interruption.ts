import { FailureError, type Failure } from '../../shared/failure.ts';
import { cancelled } from '../../shared/failureText.ts';

/** What cuts a run short, from wherever it is noticed: the first cause counts and ends every wait. */
export class Interruption {
  private readonly controller = new AbortController();
  private readonly raised: Promise<never>;
  private failure: Failure | null = null;
  private reject!: (error: FailureError) => void;

  constructor() {
    this.raised = new Promise<never>((_resolve, reject) => (this.reject = reject));
    // Nobody may be waiting at the moment.
    this.raised.catch(() => {});
  }

  /** Fires with the first cause. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Resolves with the first cause. */
  get cause(): Promise<Failure> {
    return this.raised.catch((error: unknown) => {
      if (error instanceof FailureError) return error.failure;
      throw error;
    });
  }

  raise(failure: Failure): void {
    this.failure ??= failure;
    // Before the abort, whose own rejections would win the race otherwise.
    this.reject(new FailureError(failure));
    this.controller.abort(new FailureError(failure));
  }

  /** Lets the signal cut `work` short. */
  async by<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const cancel = () => this.raise(cancelled());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel);
    try {
      return await work();
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  throwIfRaised(): void {
    if (this.failure) throw new FailureError(this.failure);
  }

  /** The value of `work`, or the failure that came first. */
  async until<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    return Promise.race([this.raised, work]);
  }
}

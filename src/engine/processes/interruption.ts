import { FailureError, type Failure } from '../../shared/failure.ts';
import { cancelled } from '../../shared/refusals.ts';

/** Cuts a run short. The first failure raised wins and ends every wait. */
export class Interruption {
  private readonly controller = new AbortController();
  private readonly raised: Promise<never>;
  private failure: Failure | null = null;
  private reject!: (error: FailureError) => void;

  constructor() {
    this.raised = new Promise<never>((_resolve, reject) => (this.reject = reject));
    // Without a waiter this would be an unhandled rejection.
    this.raised.catch(() => {});
  }

  /** Aborted with the first cause. */
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
    // Reject before the abort: rejections that the abort causes would win the race otherwise.
    this.reject(new FailureError(failure));
    this.controller.abort(new FailureError(failure));
  }

  /** One that is raised with this one, and ends no more than its own waits where it is raised itself. */
  part(): Interruption {
    const part = new Interruption();
    void this.cause.then((failure) => part.raise(failure));
    return part;
  }

  /** While `work` runs, aborting `signal` raises a cancellation. */
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

  /** The value of `work`, or the first failure if that comes earlier. */
  async until<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    return Promise.race([this.raised, work]);
  }
}

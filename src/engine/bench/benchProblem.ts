import type { BenchProblem } from '../../shared/bench.ts';
import type { Failure } from '../../shared/failure.ts';

export class BenchProblemError extends Error {
  constructor(readonly problem: BenchProblem) {
    super(problem.message);
  }
}

export function benchProblem(
  kind: BenchProblem['kind'],
  message: string,
  failure: Failure | null = null,
): BenchProblemError {
  return new BenchProblemError({ kind, message, failure });
}

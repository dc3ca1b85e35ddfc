import type { BenchProblem } from '../../shared/bench.ts';

export type BenchAction =
  | 'Choose Another URL…'
  | 'Choose File with Calls…'
  | 'Create File with Calls'
  | 'Measure on the Server'
  | 'Benchmark Another Way…'
  | 'Show Output';

/** The buttons that help with a problem of a benchmark; a failure of its run has those of other runs. */
export function benchActions({ kind }: BenchProblem): BenchAction[] {
  switch (kind) {
    case 'not-called':
      return ['Choose Another URL…', 'Choose File with Calls…'];
    case 'not-copied':
    case 'not-recorded':
      return ['Choose File with Calls…', 'Create File with Calls'];
    case 'not-comparable':
      return ['Measure on the Server', 'Benchmark Another Way…'];
    case 'not-loaded':
      return ['Show Output', 'Benchmark Another Way…'];
    case 'not-found':
    case 'unknown-revision':
      return ['Benchmark Another Way…'];
    case 'run-failed':
      return ['Show Output'];
    case 'cancelled':
      return [];
  }
}

/** The beginning of a file with calls, which a person completes. */
export const fixtureText = `// The calls of a function that \`Hotframe: Benchmark This Function\` measures: save this file, then
// choose it. Each round of calls is made anew, so that objects of classes keep their methods.
export const calls = () => [
  { this: undefined, args: [] },
];
`;

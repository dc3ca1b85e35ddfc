import type { Connection } from 'vscode-languageserver/node';
import { benchmark } from '../../engine/bench/benchmark.ts';
import type { BenchResult } from '../../shared/bench.ts';
import type { RequestOf } from '../../shared/lspWire.ts';
import { tellHost } from '../core/tellHost.ts';
import type { RunController } from '../runs/runController.ts';

/** Measures one function by itself for the editor. */
export class BenchController {
  constructor(
    private readonly connection: Connection,
    private readonly runs: RunController,
  ) {}

  readonly bench = ({ options }: RequestOf<'bench'>): Promise<BenchResult> =>
    this.runs.alone(
      (signal) =>
        benchmark(
          options,
          {
            onStep: (step) => void tellHost(this.connection, 'benchStep', { step }),
            onOutput: (text, stream) => void tellHost(this.connection, 'output', { text, stream }),
          },
          signal,
        ),
      (failure) => ({
        report: null,
        problem: { kind: 'run-failed', message: failure.message, failure },
      }),
    );
}

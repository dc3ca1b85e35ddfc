import type { BenchStep } from '../../shared/bench.ts';
import { benchStepText } from '../../shared/benchText.ts';
import type { StatusText } from './runText.ts';

export function benchStatus(step: BenchStep): StatusText {
  return {
    text: '$(loading~spin) Hotframe: benchmarking…',
    tooltip: `Measuring one function by itself. ${benchStepText(step)}\n\nClick to stop.`,
    command: 'hotframe.stop',
    isError: false,
  };
}

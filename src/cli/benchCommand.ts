import { benchmark } from '../engine/bench/benchmark.ts';
import { writeWholeFile } from '../engine/files/wholeFile.ts';
import { benchOption, benchStepText } from '../shared/benchText.ts';
import { plainJson } from '../shared/plainText.ts';
import { redactedCommand } from '../shared/secretText.ts';
import type { BenchInvocation } from './options/benchArguments.ts';
import { cancelledExitCode, cancelOnSignals } from './cancelOnSignals.ts';
import { hasColour, type Surroundings } from './surroundings.ts';
import { benchText } from './terminal/benchText.ts';
import { createStyle } from './terminal/style.ts';

/** `hotframe bench`: measures, prints, writes files. Gives the exit code. */
export async function benchCommand(
  { options, words, json, verbose }: BenchInvocation,
  { stdout, stderr, env, cwd }: Surroundings,
): Promise<number> {
  const cancellation = cancelOnSignals();
  try {
    const { report, problem } = await benchmark(
      options,
      {
        onStep: (step) => stderr.write(`${benchStepText(step)}\n`),
        onOutput: (text) => verbose && stderr.write(text),
      },
      cancellation.signal,
    );
    const text = `${plainJson(report ?? { hotframeBench: 1, problem })}\n`;
    if (json === '-') stdout.write(text);
    else if (json !== null) writeWholeFile(json, text);
    if (problem) {
      if (problem.kind === 'cancelled') return cancelledExitCode;
      stderr.problem([problem.message, benchOption(problem)].filter(Boolean).join(' '));
      return 1;
    }
    const forPeople = json === '-' ? stderr : stdout;
    const style = createStyle({
      columns: forPeople.columns ?? (Number(env['COLUMNS']) || 100),
      colour: hasColour(forPeople, env),
      baseFolder: cwd,
    });
    forPeople.write(benchText(report!, checkingCommand(options.against, words), style));
    return 0;
  } finally {
    // Last, so that a late Ctrl-C does not leave half a file.
    cancellation.stop();
  }
}

/** The `hotframe measure` that measures the server before and after the change; null without a server. */
function checkingCommand(
  against: BenchInvocation['options']['against'],
  words: readonly string[],
): string | null {
  if (!words.includes('--')) return null;
  const base = against?.kind === 'revision' ? against.revision : 'HEAD';
  return ['hotframe measure --base', base, ...redactedCommand(words)].join(' ');
}

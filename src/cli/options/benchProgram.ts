import { Option, type Command } from 'commander';
import { benchTimes } from '../../shared/benchTimes.ts';
import { fileName, seconds } from './optionValues.ts';
import { addOptionGroups, givenFlags, type OptionGroup } from './optionGroup.ts';
import { runOptionGroups, type RunFlags } from './runProgram.ts';

export interface BenchFlags extends RunFlags {
  against?: string;
  fixture?: string;
  write?: string;
  budget: number;
}

export function addBenchCommand(
  program: Command,
  onBench: (flags: BenchFlags, operands: string[], given: ReadonlySet<keyof BenchFlags>) => void,
): void {
  const bench = program
    .command('bench')
    .summary('measure one function by itself, with the arguments that the load passes to it')
    .description(
      'Starts COMMAND, loads it for a moment, and keeps some calls of the function that holds FILE:LINE.\n' +
        'Then measures the function with them in processes of its own, in the tier that it has under load.\n' +
        'Without COMMAND, it measures the calls of --fixture.',
    )
    .usage('[options] FILE:LINE -- COMMAND [ARG…]')
    .helpOption('-h, --help', 'print this help')
    .argument('[operands...]');
  const own = { title: 'What is measured', options: benchOptionList() };
  addOptionGroups(bench, [own, ...runGroups()]);
  bench.addHelpText(
    'after',
    '\nExample:\n  hotframe bench src/cart.js:42 --against HEAD --url /cart -- node server.js\n' +
      '\nExit status: 0 done, 1 the function could not be measured, 2 wrong usage, 130 cancelled.',
  );
  bench.action((operands: string[], flags: BenchFlags) =>
    onBench(flags, operands, givenFlags(bench, flags)),
  );
}

const notOfBench = new Set([
  ...['html', 'out', 'save', 'deep', 'allocations', 'sampler', 'interval', 'exactLines'],
  ...['async', 'areas', 'findingsOff'],
]);

/** The options of `hotframe run` for its target and load. */
function runGroups(): OptionGroup[] {
  const defaults = new Map<string, number>([
    ['duration', benchTimes.durationS],
    ['warmup', benchTimes.warmupS],
  ]);
  return runOptionGroups()
    .map(({ title, options }) => ({
      title,
      options: options
        .filter((option) => !notOfBench.has(option.attributeName()))
        .map((option) => {
          const value = defaults.get(option.attributeName());
          return value === undefined ? option : option.default(value);
        }),
    }))
    .filter(({ options }) => options.length > 0);
}

/** Options that only `hotframe bench` has, in the order of help and documents. */
export function benchOptionList(): Option[] {
  return [
    new Option(
      '--against <rev|file:line>',
      'compare with the function as it was in a commit, branch or tag of git, or with another function',
    ).argParser(fileName),
    new Option(
      '--fixture <file>',
      'a module that exports calls, a list of { this, args }, in place of recorded ones',
    ).argParser(fileName),
    new Option(
      '--write <file.mjs>',
      'write a benchmark for mitata that runs without Hotframe, with the calls beside it',
    ).argParser(fileName),
    new Option('--budget <s>', 'seconds for the processes that compare')
      .default(benchTimes.budgetS)
      .argParser(seconds(5, 36_000)),
  ];
}

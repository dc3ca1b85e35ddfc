import { Option, type Command } from 'commander';
import { measureDefaults } from '../../shared/measure.ts';
import { fileName, precision, revision, seconds } from './optionValues.ts';
import { runOptionGroups, type RunFlags } from './runProgram.ts';
import { addOptionGroups, givenFlags, type OptionGroup } from './optionGroup.ts';
import { comparisonOptions, regressionOption } from './outputOptions.ts';

export interface MeasureFlags extends RunFlags {
  base: string;
  head?: string;
  baseScenario?: string;
  headScenario?: string;
  build?: string;
  link: string[];
  budget: number;
  precision: number;
  failOnRegression?: number;
  markdown?: string;
}

export function addMeasureCommand(
  program: Command,
  onMeasure: (
    flags: MeasureFlags,
    operands: string[],
    given: ReadonlySet<keyof MeasureFlags>,
  ) => void,
): void {
  const measure = program
    .command('measure')
    .summary('measure two states of the code in turn, and say whether it got faster')
    .description(
      'Runs COMMAND in turn as it is in a commit and as it is in the working tree, until the difference\n' +
        'is known with an interval. The commit is checked out into a temporary folder, which is removed;\n' +
        'files, index and branches are not touched. Has every option of `hotframe run` for its runs but --deep and --allocations.',
    )
    .usage('[options] -- COMMAND [ARG…]')
    .helpOption('-h, --help', 'print this help')
    .argument('[operands...]');
  const own = { title: 'What is measured', options: measureOptionList() };
  addOptionGroups(measure, [own, ...runGroups()]);
  measure.addHelpText(
    'after',
    '\nExample:\n  hotframe measure --base main --fail-on-regression 5 --url /orders -- node server.js\n' +
      '\nExit status: 0 done, 1 a state could not be measured, 2 wrong usage, 3 slower by the given percentage or more, 130 cancelled.',
  );
  measure.action((operands: string[], flags: MeasureFlags) =>
    onMeasure(flags, operands, givenFlags(measure, flags)),
  );
}

/** Options that make sense only for a single run. */
const notOfMeasure = ['json', 'html', 'out', 'save', 'deep', 'allocations'];

/** The options of `hotframe run` without those for a single run, with defaults for short runs. */
function runGroups(): OptionGroup[] {
  const defaults = new Map<string, number>([
    ['duration', measureDefaults.durationS],
    ['warmup', measureDefaults.warmupS],
  ]);
  return runOptionGroups().map(({ title, options }) => ({
    title,
    options: options
      .filter((option) => !notOfMeasure.includes(option.attributeName()))
      .map((option) => {
        const value = defaults.get(option.attributeName());
        return value === undefined ? option : option.default(value);
      }),
  }));
}

/** Options that only `hotframe measure` has, in the order of help and documents. */
export function measureOptionList(): Option[] {
  return [
    new Option('--base <rev>', 'the state to compare with: a commit, branch or tag of git')
      .default('HEAD')
      .argParser(revision),
    new Option('--head <rev>', 'the state that is judged')
      .default(undefined, 'the working tree as it is')
      .argParser(revision),
    new Option('--base-scenario <name>', 'instead: how a scenario of .vscode/hotframe.json starts')
      .argParser(fileName)
      .conflicts('base'),
    new Option('--head-scenario <name>', 'the same for the state that is judged')
      .argParser(fileName)
      .conflicts('head'),
    new Option(
      '--build <command>',
      'run in the checked-out folder before its first run, for example "npm run build"',
    ).argParser(fileName),
    new Option(
      '--link <path>',
      'a file or folder that git ignores and the commit needs too; repeat for more',
    )
      .default([], 'node_modules and .env files')
      .argParser((text: string, before: string[]) => [...before, fileName(text)]),
    new Option('--budget <s>', 'seconds for the runs')
      .default(measureDefaults.budgetS)
      .argParser(seconds(5, 36_000)),
    new Option('--precision <percent>', 'end when the difference is known to so many percent')
      .default(measureDefaults.precisionPercent)
      .argParser(precision),
    regressionOption(),
    ...comparisonOptions(),
    new Option('--out <folder>', 'keep the runs, for hotframe compare').argParser(fileName),
  ];
}

import { Option, type Command } from 'commander';
import { wholeNumber } from './optionValues.ts';
import { runOptionGroups, type RunFlags } from './runProgram.ts';
import { addOptionGroups, givenFlags, type OptionGroup } from './optionGroup.ts';

/** Options of `hotframe run` on how the server is started. */
type LaunchFlags =
  'cwd' | 'node' | 'startTimeout' | 'verbose' | 'sampler' | 'exactLines' | 'deep' | 'async';

export interface AttachFlags extends Omit<RunFlags, LaunchFlags> {
  pid?: number;
  port?: number;
  /** False with `--no-load`. */
  load: boolean;
}

const launchNames: readonly string[] = [
  'cwd',
  'node',
  'startTimeout',
  'verbose',
  'sampler',
  'exactLines',
  'deep',
  'async',
] satisfies LaunchFlags[];

export function addAttachCommand(
  program: Command,
  onAttach: (flags: AttachFlags, given: ReadonlySet<keyof AttachFlags>) => void,
): void {
  const attach = program
    .command('attach')
    .summary('profile a Node.js process that is running already')
    .description(
      "Samples a running process by V8's CPU profiler, under load or as it is, and lets it run on.\n" +
        'Less exact than `hotframe run`: tiers and the lines of calls are not known.',
    )
    .usage('(--pid N | --port N) [options]')
    .helpOption('-h, --help', 'print this help');
  addOptionGroups(attach, attachOptionGroups());
  attach.addHelpText(
    'after',
    '\nExamples:\n  hotframe attach --port 3000 -d 15 --url /orders\n' +
      '  hotframe attach --pid 4711 --no-load -d 5\n' +
      '\nExit status: 0 done, 1 it failed, 2 wrong usage, 130 cancelled.',
  );
  attach.action((flags: AttachFlags) => onAttach(flags, givenFlags(attach, flags)));
}

/** All options of `hotframe attach`, in the order of help and documents. */
function attachOptionGroups(): OptionGroup[] {
  const groups = runOptionGroups().map(({ title, options }) => ({
    title,
    options: options.filter((option) => !launchNames.includes(option.attributeName())),
  }));
  return [
    { title: 'Process', options: attachOptionList() },
    ...groups.filter(({ options }) => options.length > 0),
  ];
}

export function attachOptionList(): Option[] {
  return [
    new Option('--pid <n>', 'the id of the process')
      .argParser(wholeNumber(1, 4_194_304_000))
      .conflicts('port'),
    new Option('--port <n>', "a port that its server listens on, or its inspector's").argParser(
      wholeNumber(1, 65_535),
    ),
    new Option('--no-load', 'send nothing: sample what it does by itself, for the time of -d'),
  ];
}

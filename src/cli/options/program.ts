import { Command, Option } from 'commander';
import { addAttachCommand, type AttachFlags } from './attachProgram.ts';
import { addBenchCommand, type BenchFlags } from './benchProgram.ts';
import { addCompareCommand, type CompareFlags } from './compareProgram.ts';
import { addMeasureCommand, type MeasureFlags } from './measureProgram.ts';
import { addOpenCommand, type OpenFlags } from './openProgram.ts';
import { addOptionGroups, givenFlags } from './optionGroup.ts';
import { runOptionGroups, type RunFlags } from './runProgram.ts';

/**
 * The command line as commander has it: the source of parsing, of `--help` and of the documents'
 * option table. `onRun` gets the flags before `--`, and in `given` those that are not defaults; the
 * command after `--` is cut off before.
 */
export function createProgram(
  version: string,
  onRun: (flags: RunFlags, operands: string[], given: ReadonlySet<keyof RunFlags>) => void,
  onMeasure: (
    flags: MeasureFlags,
    operands: string[],
    given: ReadonlySet<keyof MeasureFlags>,
  ) => void,
  onBench: (flags: BenchFlags, operands: string[], given: ReadonlySet<keyof BenchFlags>) => void,
  onAttach: (flags: AttachFlags, given: ReadonlySet<keyof AttachFlags>) => void,
  onCompare: (flags: CompareFlags, operands: string[]) => void,
  onOpen: (flags: OpenFlags, operands: string[]) => void,
  onLsp: () => void,
): Command {
  const program = new Command('hotframe')
    .description('Profiles a Node.js HTTP server under load and shows the time on your own lines.')
    .usage('run [options] -- COMMAND [ARG…]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ subcommandTerm: (command) => command.name() });

  const run = program
    .command('run')
    .summary('profile a server under load')
    .description(
      'Launches COMMAND under sampling, loads it, and prints which lines the time went to.\n' +
        'What follows -- belongs to the command.',
    )
    .usage('[options] -- COMMAND [ARG…]')
    .helpOption('-h, --help', 'print this help')
    // Only for an error that names the words before `--`; see arguments.ts.
    .argument('[operands...]');
  addOptionGroups(run, runOptionGroups());
  run.addHelpText(
    'after',
    '\nExample:\n  hotframe run -c 20 -d 15 --url /orders -- node server.js\n' +
      '\nExit status: 0 done, 1 the run failed, 2 wrong usage, 130 cancelled.',
  );
  run.action((operands: string[], flags: RunFlags) =>
    onRun(flags, operands, givenFlags(run, flags)),
  );

  addAttachCommand(program, onAttach);
  addMeasureCommand(program, onMeasure);
  addBenchCommand(program, onBench);
  addOpenCommand(program, onOpen);
  addCompareCommand(program, onCompare);

  program
    .command('lsp')
    .summary('the language server, for any editor')
    .description('Serves the Language Server Protocol on standard input and output.')
    .usage('--stdio')
    .helpOption('-h, --help', 'print this help')
    .requiredOption('--stdio', 'speak on standard input and output')
    // Editors add this option, so that the server ends with them.
    .addOption(new Option('--clientProcessId <pid>').hideHelp())
    .action(onLsp);
  return program;
}

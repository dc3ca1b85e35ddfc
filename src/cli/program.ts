import { Command, Option } from 'commander';
import type { Sampler } from '../shared/profileOrigin.ts';
import type { Area } from '../shared/vocabulary.ts';
import { addAttachCommand, type AttachFlags } from './attachProgram.ts';
import { addCompareCommand, type CompareFlags } from './compareProgram.ts';
import { addMeasureCommand, type MeasureFlags } from './measureProgram.ts';
import { addOpenCommand, type OpenFlags } from './openProgram.ts';
import {
  fileName,
  header,
  httpMethod,
  pathOrUrl,
  sampler,
  seconds,
  wholeNumber,
} from './optionValues.ts';
import { outputOptions } from './outputOptions.ts';
import type { SaveTarget } from './saveOption.ts';

/** What commander leaves of `hotframe run`'s options: parsed one by one, not yet against each other. */
export interface RunFlags {
  cwd?: string;
  url: string;
  confirmHost?: string;
  method?: string;
  header: Record<string, string>;
  body?: string;
  connections: number;
  duration: number;
  warmup: number;
  pipelining: number;
  rate?: number;
  timeout: number;
  har?: string;
  requests?: string;
  scenario?: string;
  startTimeout: number;
  node?: string;
  sampler: Sampler;
  interval?: number;
  exactLines: boolean;
  deep: boolean;
  areas: Area[];
  json?: string;
  html?: string;
  out?: string;
  save?: SaveTarget[];
  verbose: boolean;
}

/**
 * The command line as commander has it: the source of parsing, of `--help` and of the documents'
 * option table. `onRun` is called with the flags before `--`, and which of them are no defaults; the
 * command after it is cut off before.
 */
export function createProgram(
  version: string,
  onRun: (flags: RunFlags, operands: string[], given: ReadonlySet<keyof RunFlags>) => void,
  onMeasure: (
    flags: MeasureFlags,
    operands: string[],
    given: ReadonlySet<keyof MeasureFlags>,
  ) => void,
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
    // Only to name what stands before `--` in an error; see arguments.ts.
    .argument('[operands...]');
  run.configureHelp({
    visibleArguments: () => [],
    optionDescription: (option) => {
      const words = defaultWords(option);
      return words === null ? option.description : `${option.description} (default: ${words})`;
    },
  });
  for (const group of runOptionGroups()) {
    for (const option of group.options) run.addOption(option.helpGroup(`${group.title}:`));
  }
  run.addHelpText(
    'after',
    '\nExample:\n  hotframe run -c 20 -d 15 --url /orders -- node server.js\n' +
      '\nExit status: 0 done, 1 the run failed, 2 wrong usage, 130 cancelled.',
  );
  run.action((operands: string[], flags: RunFlags) => {
    const names = Object.keys(flags) as (keyof RunFlags)[];
    const given = names.filter((name) => run.getOptionValueSource(name) === 'cli');
    onRun(flags, operands, new Set(given));
  });

  addAttachCommand(program, onAttach);
  addMeasureCommand(program, onMeasure);
  addOpenCommand(program, onOpen);
  addCompareCommand(program, onCompare);

  program
    .command('lsp')
    .summary('the language server, for any editor')
    .description('Serves the Language Server Protocol on standard input and output.')
    .usage('--stdio')
    .helpOption('-h, --help', 'print this help')
    .requiredOption('--stdio', 'speak on standard input and output')
    // Editors add it, so that the server ends with them.
    .addOption(new Option('--clientProcessId <pid>').hideHelp())
    .action(onLsp);
  return program;
}

/** What happens without the option, where there is more to say than that it is off. */
export function defaultWords(option: Option): string | null {
  if (option.defaultValueDescription !== undefined) return option.defaultValueDescription;
  const value: unknown = option.defaultValue;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

export interface OptionGroup {
  title: string;
  options: Option[];
}

/** Every option of `hotframe run`, in the order of help and documents. */
export function runOptionGroups(): OptionGroup[] {
  return [
    {
      title: 'Target',
      options: [
        new Option('--cwd <dir>', 'where COMMAND runs').default(undefined, 'the current folder'),
        new Option('--node <path>', "Node.js binary for the target instead of the command's own"),
        new Option('--start-timeout <s>', 'seconds until the server must listen')
          .default(30)
          .argParser(seconds(1, 3600)),
        new Option('--verbose', "show the target's own output").default(false),
      ],
    },
    {
      title: 'Load',
      options: [
        new Option('--url <path|url>', "path on the target's own address, or a whole URL")
          .default('/')
          .argParser(pathOrUrl),
        new Option(
          '--confirm-host <name>',
          'load the host of --url although it is another machine: its name once more',
        ),
        new Option('-c, --connections <n>', 'connections at the same time')
          .default(10)
          .argParser(wholeNumber(1, 10_000)),
        new Option('-d, --duration <s>', 'seconds of load that are measured')
          .default(10)
          .argParser(seconds(1, 3600)),
        new Option('--warmup <s>', 'seconds of load before the measured ones')
          .default(2)
          .argParser(seconds(0, 600)),
        new Option('--method <m>', 'HTTP method')
          .default(undefined, 'GET, or POST with --body')
          .argParser(httpMethod),
        new Option('--header <k: v>', 'a header of every request; repeat for more')
          .default({})
          .argParser(header),
        new Option('--body <text|@file>', 'body of every request, @ reads it from a file'),
        new Option('--pipelining <n>', 'requests on their way at once per connection')
          .default(1)
          .argParser(wholeNumber(1, 1000)),
        new Option('--rate <n>', 'requests per second over all connections')
          .default(undefined, 'as fast as answers come')
          .argParser(wholeNumber(1, 1_000_000)),
        new Option('--timeout <s>', 'seconds until a request counts as timed out')
          .default(10)
          .argParser(seconds(1, 3600)),
        new Option('--har <file>', 'send the requests of a HAR file in turn')
          .argParser(fileName)
          .conflicts(['requests', 'body', 'method']),
        new Option(
          '--requests <file>',
          'send the requests of a JSON array, or of a .http or OpenAPI file, in turn',
        )
          .argParser(fileName)
          .conflicts(['har', 'body', 'method']),
        new Option(
          '--scenario <name>',
          'a scenario of .vscode/hotframe.json, looked for from --cwd upward; options win over it',
        ),
      ],
    },
    {
      title: 'Sampling',
      options: [
        new Option('--sampler <name>', 'where samples come from: v8log, 0x or inspector')
          .default('v8log')
          .argParser(sampler),
        new Option('--interval <micros>', 'microseconds between samples')
          .default(undefined, 'by -d: 10000 for 10 s')
          .argParser(wholeNumber(50, 100_000)),
        new Option(
          '--exact-lines',
          'run the target with --no-sparkplug, so that every sample has its line (always done before Node.js 24, of no use from 26 on)',
        ).default(false),
        new Option(
          '--deep',
          'say which shapes of objects each property access met; slower, so not for comparing',
        ).default(false),
      ],
    },
    {
      title: 'Output',
      options: outputOptions('run'),
    },
  ];
}

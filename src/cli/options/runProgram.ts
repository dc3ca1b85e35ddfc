import { Option } from 'commander';
import type { FindingKind } from '../../shared/finding.ts';
import type { Sampler } from '../../shared/profileOrigin.ts';
import type { Area } from '../../shared/vocabulary.ts';
import type { OptionGroup } from './optionGroup.ts';
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

/** The options of `hotframe run` as commander gives them: each is parsed, but not checked against the others. */
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
  allocations: boolean;
  /** False with `--no-async`. */
  async: boolean;
  areas: Area[];
  findingsOff: FindingKind[];
  json?: string;
  html?: string;
  out?: string;
  save?: SaveTarget[];
  verbose: boolean;
}

/** All options of `hotframe run`, in the order of help and documents. */
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
          '--no-async',
          'leave out what lines cause by their awaits and callbacks, which is learned after the measured time',
        ),
        new Option(
          '--deep',
          'say which shapes of objects each property access met; slower, so not for comparing',
        ).default(false),
        new Option(
          '--allocations',
          'say which functions allocate how many bytes per request, what stays in memory, and nothing of time; without inlining, so not for comparing',
        ).default(false),
      ],
    },
    {
      title: 'Output',
      options: outputOptions('run'),
    },
  ];
}

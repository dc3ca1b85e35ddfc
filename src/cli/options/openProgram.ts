import type { Command } from 'commander';
import type { FindingKind } from '../../shared/finding.ts';
import type { Area } from '../../shared/vocabulary.ts';
import { outputOptions } from './outputOptions.ts';
import type { SaveTarget } from './saveOption.ts';

export interface OpenFlags {
  areas: Area[];
  findingsOff: FindingKind[];
  /** False with `--no-async`. */
  async: boolean;
  json?: string;
  html?: string;
  out?: string;
  save?: SaveTarget[];
}

export function addOpenCommand(
  program: Command,
  onOpen: (flags: OpenFlags, operands: string[]) => void,
): void {
  const open = program
    .command('open')
    .summary('report on a profile that is there already')
    .description(
      'Reads a profile and prints which lines the time went to: a saved run, V8 logs (isolate-*.log), ' +
        'a .cpuprofile, a trace, pprof, the folder of 0x or Clinic Flame, or what node --prof-process ' +
        '--preprocess wrote, gzipped or not. Several files are the threads of one run.',
    )
    .usage('[options] FILE…')
    .helpOption('-h, --help', 'print this help')
    .argument('[operands...]');
  open.configureHelp({ visibleArguments: () => [] });
  for (const option of outputOptions('profile')) open.addOption(option);
  open.option(
    '--no-async',
    'show the samples without what lines cause by their awaits and callbacks',
  );
  open.addHelpText(
    'after',
    '\nExample:\n  hotframe open --html page.html 4711.0x\n' +
      '\nExit status: 0 done, 1 a file cannot be read or written, 2 wrong usage, 130 cancelled.',
  );
  open.action((operands: string[], flags: OpenFlags) => onOpen(flags, operands));
}

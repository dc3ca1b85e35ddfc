import { Option, type Command } from 'commander';
import type { Area } from '../shared/vocabulary.ts';
import { areaList, fileName } from './optionValues.ts';
import { saveOption, type SaveTarget } from './saveOption.ts';

/** What commander leaves of `hotframe open`'s options. */
export interface OpenFlags {
  areas: Area[];
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
  for (const option of openOptionList()) open.addOption(option);
  open.addHelpText(
    'after',
    '\nExample:\n  hotframe open --html page.html 4711.0x\n' +
      '\nExit status: 0 done, 1 a file cannot be read or written, 2 wrong usage, 130 cancelled.',
  );
  open.action((operands: string[], flags: OpenFlags) => onOpen(flags, operands));
}

/** Every option of `hotframe open`, in the order of help and README. */
export function openOptionList(): Option[] {
  return [
    new Option('--areas <list>', 'what is visible: app, deps, core, wasm, v8, native, gc')
      .default(['app'], 'app')
      .argParser(areaList),
    new Option('--json <file|->', 'write the report as JSON, - for standard output').argParser(
      fileName,
    ),
    new Option('--html <file>', 'write a self-contained page with the flamegraph').argParser(
      fileName,
    ),
    new Option(
      '--out <file>',
      'save the profile: opens in any .cpuprofile viewer and keeps everything',
    ).argParser(fileName),
    saveOption(),
  ];
}

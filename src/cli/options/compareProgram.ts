import { Option, type Command } from 'commander';
import type { Area } from '../../shared/vocabulary.ts';
import { areaList, fileName } from './optionValues.ts';
import { comparisonOptions, regressionOption } from './outputOptions.ts';

export interface CompareFlags {
  sameCode?: string;
  failOnRegression?: number;
  areas: Area[];
  json?: string;
  markdown?: string;
}

export function addCompareCommand(
  program: Command,
  onCompare: (flags: CompareFlags, operands: string[]) => void,
): void {
  const compare = program
    .command('compare')
    .summary('verdict between saved runs of two states of the code')
    .description(
      'Says with an interval whether HEAD is faster or slower than BASE, and which functions and lines changed.\n' +
        'BASE and HEAD are saved runs of `hotframe run --out`: a file, several with commas between,\n' +
        "a folder, or a pattern in quotes ('base-*.cpuprofile'). Take them in turn: base, head, head, base.",
    )
    .usage('[options] BASE HEAD')
    .helpOption('-h, --help', 'print this help')
    .argument('[operands...]');
  compare.configureHelp({ visibleArguments: () => [] });
  for (const option of compareOptionList()) compare.addOption(option);
  compare.addHelpText(
    'after',
    "\nExample:\n  hotframe compare 'base-*.cpuprofile' 'head-*.cpuprofile' --fail-on-regression 5\n" +
      '\nExit status: 0 done, 1 a file cannot be read or written, 2 wrong usage, 3 slower by the given percentage or more.',
  );
  compare.action((operands: string[], flags: CompareFlags) => onCompare(flags, operands));
}

/** All options of `hotframe compare`, in the order of help and documents. */
export function compareOptionList(): Option[] {
  return [
    regressionOption(),
    new Option(
      '--same-code <runs>',
      'more runs of one code: what this machine does by itself, for comparing single runs',
    ).argParser(fileName),
    new Option('--areas <list>', 'whose functions and lines are compared')
      .default(['app'], 'app')
      .argParser(areaList),
    ...comparisonOptions(),
  ];
}

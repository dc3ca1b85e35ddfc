import { Option } from 'commander';
import { areaList, findingList, fileName, percent } from './optionValues.ts';
import { findingKinds } from '../../shared/finding.ts';
import { saveOption } from './saveOption.ts';

/** Options for what to do with a profile, in the order of help and documents. */
export function outputOptions(what: 'run' | 'profile'): Option[] {
  return [
    new Option('--areas <list>', 'what is visible: app, deps, core, wasm, v8, native, gc')
      .default(['app'], 'app')
      .argParser(areaList),
    new Option(
      '--findings-off <list>',
      `kinds of findings to leave out: ${findingKinds.join(', ')}`,
    )
      .default([], 'none')
      .argParser(findingList),
    new Option('--json <file|->', 'write the report as JSON, - for standard output').argParser(
      fileName,
    ),
    new Option('--html <file>', 'write a self-contained page with the flamegraph').argParser(
      fileName,
    ),
    new Option(
      '--out <file>',
      `save the ${what}: opens in any .cpuprofile viewer and keeps everything`,
    ).argParser(fileName),
    saveOption(),
  ];
}

export function regressionOption(): Option {
  return new Option(
    '--fail-on-regression <percent>',
    'exit with 3 where the verdict is slower, by an estimate of so many percent or more',
  ).argParser(percent);
}

/** Options for what to do with a comparison. */
export function comparisonOptions(): Option[] {
  return [
    new Option('--json <file|->', 'write the comparison as JSON, - for standard output').argParser(
      fileName,
    ),
    new Option(
      '--markdown <file|->',
      'write a summary for a pull request, - for standard output',
    ).argParser(fileName),
  ];
}

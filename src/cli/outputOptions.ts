import { Option } from 'commander';
import { areaList, fileName } from './optionValues.ts';
import { saveOption } from './saveOption.ts';

/** What commands do with the profile that they have, in the order of help and documents. */
export function outputOptions(what: 'run' | 'profile'): Option[] {
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
      `save the ${what}: opens in any .cpuprofile viewer and keeps everything`,
    ).argParser(fileName),
    saveOption(),
  ];
}

import { InvalidArgumentError, Option } from 'commander';
import {
  saveFormatOf,
  saveFormats,
  saveSuffixWords,
  type SaveFormat,
} from '../shared/saveFormats.ts';
import { fileName } from './optionValues.ts';

/** A file that `--save` names; absolute once its place was checked. */
export interface SaveTarget {
  path: string;
  format: SaveFormat;
}

/** `--save`, of every command that has a profile. */
export function saveOption(): Option {
  return new Option(
    '--save <file>',
    `save the profile for other programs, by the ending of the name: ${saveSuffixWords()}; repeat for more`,
  ).argParser(saveTarget);
}

/** Collects the values of `--save`. */
function saveTarget(text: string, previous: SaveTarget[] = []): SaveTarget[] {
  const path = fileName(text);
  const format = saveFormatOf(path);
  if (!format) {
    throw new InvalidArgumentError(
      `The ending of its name says no format: it must be ${saveSuffixWords()}.`,
    );
  }
  return [...previous, { path, format }];
}

/** What a written file is called, before its path. */
export function saveTitle(format: SaveFormat): string {
  return saveFormats.find((each) => each.format === format)!.title;
}

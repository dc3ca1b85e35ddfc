import { InvalidArgumentError, Option } from 'commander';
import {
  saveFormatOf,
  saveFormats,
  saveSuffixText,
  type SaveFormat,
} from '../../shared/saveFormats.ts';
import { fileName } from './optionValues.ts';

/** A file that `--save` names. Its path is absolute once it was checked. */
export interface SaveTarget {
  path: string;
  format: SaveFormat;
}

export function saveOption(): Option {
  return new Option(
    '--save <file>',
    `save the profile for other programs, by the ending of the name: ${saveSuffixText()}; repeat for more`,
  ).argParser(saveTarget);
}

function saveTarget(text: string, previous: SaveTarget[] = []): SaveTarget[] {
  const path = fileName(text);
  const format = saveFormatOf(path);
  if (!format) {
    throw new InvalidArgumentError(
      `The ending of its name says no format: it must be ${saveSuffixText()}.`,
    );
  }
  return [...previous, { path, format }];
}

export function saveTitle(format: SaveFormat): string {
  return saveFormats.find((each) => each.format === format)!.title;
}

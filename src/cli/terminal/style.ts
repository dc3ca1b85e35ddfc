import picocolors from 'picocolors';
import { ownSequence } from './terminalOutput.ts';

type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export interface Style {
  columns: number;
  colours: Record<Colour, (text: string) => string>;
  /** Paths are shown relative to it. */
  baseFolder: string;
}

export function createStyle(options: {
  columns: number;
  colour: boolean;
  baseFolder: string;
}): Style {
  const { bold, dim, red, green, yellow, cyan } = picocolors.createColors(options.colour);
  return {
    columns: Math.min(160, Math.max(80, Math.floor(options.columns))),
    colours: {
      bold: inOwnSequences(bold),
      dim: inOwnSequences(dim),
      red: inOwnSequences(red),
      green: inOwnSequences(green),
      cyan: inOwnSequences(cyan),
      yellow: inOwnSequences(yellow),
    },
    baseFolder: options.baseFolder,
  };
}

function inOwnSequences(colour: (text: string) => string): (text: string) => string {
  const [open = '', close = ''] = colour('|').split('|').map(ownSequence);
  return (text) => open + text + close;
}

export function heading(title: string, explanation: string, { colours }: Style): string {
  const tail = explanation === '' ? '' : `  ${colours.dim(explanation)}`;
  return `${colours.bold(title)}${tail}`;
}

import { readFileSync, realpathSync } from 'node:fs';
import { extname } from 'node:path';
import type { PlacedFunction } from '../../shared/benchWire.ts';
import { benchProblem } from './benchProblem.ts';
import { locate } from './moduleText.ts';
import { parseModule } from './syntaxTree.ts';

/** The function at a line of a file that Node.js runs as it is. Throws BenchProblemError. */
export function placeInFile(wanted: { file: string; line: number }): PlacedFunction {
  let text: string;
  let file: string;
  try {
    file = realpathSync(wanted.file);
    text = readFileSync(file, 'utf8');
  } catch {
    throw benchProblem('not-found', `${wanted.file} can't be read.`);
  }
  try {
    const placed = locate(wanted, file, text, isModuleText(file, text))?.placed;
    if (placed) return placed;
  } catch (error) {
    throw benchProblem(
      'not-found',
      `${wanted.file} is nothing that Node.js runs as it is (${(error as Error).message}). Give the command of the server after --, which shows what is made of it.`,
    );
  }
  throw noFunction(wanted);
}

export function noFunction({ file, line }: { file: string; line: number }) {
  return benchProblem('not-found', `There is no function at line ${line} of ${file}.`);
}

/** As Node.js tells it: by the name, else by what the text uses. */
function isModuleText(file: string, text: string): boolean {
  if (extname(file) === '.mjs') return true;
  if (extname(file) === '.cjs') return false;
  try {
    parseModule(text, false);
    return false;
  } catch {
    return true;
  }
}

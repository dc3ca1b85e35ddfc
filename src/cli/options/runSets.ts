import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './usageError.ts';

/**
 * The absolute paths that an operand such as BASE names, without duplicates: a file, several with
 * commas between, a folder with `.cpuprofile` files, or a pattern with `*` and `?` in its last
 * part.
 */
export function filesOfSet(name: string, operand: string, cwd: string): string[] {
  // An existing file may have a comma in its name.
  const parts = existsSync(resolve(cwd, operand)) ? [operand] : operand.split(',');
  const files = parts.flatMap((part) => filesOfPart(name, part.trim(), cwd));
  return [...new Set(files)];
}

function filesOfPart(name: string, part: string, cwd: string): string[] {
  if (part === '') throw new UsageError(`${name}: it must name a saved run`);
  const path = resolve(cwd, part);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    const files = filesIn(path, /\.cpuprofile$/);
    if (files.length > 0) return files;
    throw new UsageError(`${name}: there is no saved run (.cpuprofile) in the folder ${part}`);
  }
  if (stat) return [path];
  if (!/[*?]/.test(basename(path))) throw new UsageError(`${name}: there is no file ${part}`);
  const files = filesIn(dirname(path), patternOf(basename(path)));
  if (files.length > 0) return files;
  throw new UsageError(`${name}: no file matches ${part}`);
}

function filesIn(folder: string, pattern: RegExp): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => pattern.test(name) && !name.startsWith('.'))
    .sort()
    .map((name) => join(folder, name));
}

function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

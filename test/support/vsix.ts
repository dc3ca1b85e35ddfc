import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  name: string;
  publisher?: string;
  version: string;
}

/**
 * The files of the repository that the extension is made of, relative to its root: what .vscodeignore
 * leaves of them. That file is a list of what stays, each line after the first (`**`) a `!pattern`.
 */
export function extensionFiles(): string[] {
  const [everything, ...kept] = readFileSync(join(root, '.vscodeignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (everything !== '**' || kept.some((line) => !line.startsWith('!'))) {
    throw new Error('.vscodeignore: leave everything out by ** first, then name by !… what stays.');
  }
  return kept.flatMap((line) => filesOf(line.slice(1))).sort();
}

/** Copies the built extension into a folder of extensions, as an installation of its vsix does. */
export function layOutExtension(extensionsFolder: string): string {
  const { name, publisher, version } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  const folder = join(extensionsFolder, `${publisher ?? name}.${name}-${version}`);
  copyExtension(folder);
  return folder;
}

export function copyExtension(folder: string): void {
  for (const file of extensionFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
}

/** Makes a copy of the extension as small as it is in the vsix. */
export function minifyExtension(folder: string): void {
  const programs = extensionFiles().filter((file) => file.endsWith('.cjs'));
  buildSync({
    entryPoints: programs.map((file) => join(folder, file)),
    outdir: join(folder, 'dist'),
    outExtension: { '.js': '.cjs' },
    allowOverwrite: true,
    minify: true,
    legalComments: 'none',
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    logLevel: 'error',
  });
}

/** A file, `folder/**`, or `folder/beginning*ending`. */
function filesOf(pattern: string): string[] {
  if (!pattern.includes('*')) return existsSync(join(root, pattern)) ? [pattern] : [];
  const folder = dirname(pattern);
  if (!existsSync(join(root, folder))) return [];
  const name = pattern.slice(folder.length + 1);
  const recursive = name === '**';
  const [beginning = '', ending = ''] = recursive ? [] : name.split('*');
  return readdirSync(join(root, folder), { recursive, withFileTypes: true })
    .filter(({ name }) => name.startsWith(beginning) && name.endsWith(ending))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

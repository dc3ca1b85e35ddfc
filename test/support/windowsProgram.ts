import { rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { windowsPath } from './wine.ts';

const folder = resolve(import.meta.dirname, '../../.cache/wine');

/**
 * Makes one file of a program in TypeScript for Node.js under Wine, where the compilers that tests are
 * loaded by do not run. Gives its path there; it lies two folders below the root, as its parts do.
 */
export async function windowsProgram(file: string): Promise<string> {
  const outfile = join(folder, `${basename(file, '.ts')}.${process.pid}.mjs`);
  process.once('exit', () => rmSync(outfile, { force: true }));
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    define: { __dirname: 'import.meta.dirname' },
    logLevel: 'error',
  });
  return windowsPath(outfile);
}

import type { Area } from '../../shared/vocabulary.ts';
import { isInside } from '../text/filePath.ts';

/** "Package" of code without a file or a name: `eval`, `new Function`. */
const generatedCode = '(generated code)';
/** "Package" of files that are neither in node_modules nor in a workspace folder. */
export const outsideWorkspace = '(outside the workspace)';
/** "Package" of bundled code if the map does not name the package. */
const unnamedPackage = '(a bundled package)';

/**
 * Like `areaOfFile`, for a file that a source map names. Everything a package ships belongs to the
 * package: its maps may name sources that were never shipped, by paths in its repository.
 */
export function areaOfSource(
  source: string,
  script: string,
  workspaceFolders: readonly string[],
): { area: Area; package: string } {
  const shippedBy = packageOfFile(script);
  if (shippedBy !== null) return { area: 'deps', package: shippedBy };
  return areaOfFile(source, workspaceFolders);
}

/** The area of a file (absolute path, `node:` or `wasm:` url); `package` is set for `deps`. */
export function areaOfFile(
  file: string,
  workspaceFolders: readonly string[],
): { area: Area; package: string } {
  if (file.startsWith('node:')) return { area: 'core', package: '' };
  if (file.startsWith('wasm:')) return { area: 'wasm', package: '' };
  const name = packageOfFile(file);
  if (name !== null) return { area: 'deps', package: name };
  // Next.js itself, and what Turbopack adds to the project's modules.
  if (/^webpack:\/\/next\/|^turbopack:\/\/\/\[(?!project\])/.test(file)) {
    return { area: 'deps', package: 'next' };
  }
  // In development, React calls components through its own functions with the components' names.
  if (/^(?:about|rsc):\/\/React\//.test(file)) return { area: 'deps', package: 'react' };
  // `node -e`, a script on stdin, `new Worker(code, { eval: true })`: a user's own code.
  if (/^\[(?:eval|stdin|worker eval)\]/.test(file)) return { area: 'app', package: '' };
  const url = /^[a-z][a-z0-9+.-]+:\/\/[^/]*\/?(.*)$/is.exec(file)?.[1];
  // A bundler's runtime, output of its loaders, and externals.
  if (url !== undefined && /^(?:webpack\/|external |\?|$)/.test(url)) {
    return { area: 'deps', package: generatedCode };
  }
  if (url?.startsWith('../')) return { area: 'deps', package: outsideWorkspace };
  if (url !== undefined) return { area: 'app', package: '' };
  // A relative path is a name that somebody gave to code made at run time.
  if (!/^(?:[\\/]|[A-Za-z]:[\\/])/.test(file)) {
    return { area: 'deps', package: isNameless(file) ? generatedCode : file };
  }
  if (workspaceFolders.some((folder) => isInside(file, folder)))
    return { area: 'app', package: '' };
  return { area: 'deps', package: outsideWorkspace };
}

/** V8's log says `<unknown>`, its stack traces `<anonymous>`. */
function isNameless(file: string): boolean {
  return file === '' || file === '<unknown>' || file === '<anonymous>';
}

/** The npm package whose innermost node_modules folder holds the file, or null. */
export function packageOfFile(file: string): string | null {
  const segments = file.split(/[\\/]/);
  const at = segments.lastIndexOf('node_modules');
  const first = segments[at + 1];
  if (at < 0 || first === undefined) return null;
  // A bundle's map may lead one folder too far up; the package's name is in no map then.
  if (first === 'src') return unnamedPackage;
  // In pnpm's node_modules/.pnpm/koa@3.0.0/node_modules/koa, the last folder has the name.
  return first.startsWith('@') ? `${first}/${segments[at + 2] ?? ''}` : first;
}

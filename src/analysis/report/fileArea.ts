import type { Area } from '../../shared/vocabulary.ts';
import { isInside } from '../source/filePath.ts';

/** Name of the "package" of code that has neither a file nor a name: `eval`, `new Function`. */
const generatedCode = '(generated code)';
/** Name of the "package" of files that are neither in node_modules nor in a workspace folder. */
export const outsideWorkspace = '(outside the workspace)';
/** Name of a package that the map of a bundle does not name. */
const unnamedPackage = '(a bundled package)';

/**
 * The same for a file that a source map names. What a package ships belongs to the package, whatever
 * its map says: maps name sources that were never shipped, by paths of the repository they came from.
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

/** What a file (absolute path, `node:` or `wasm:` url) belongs to; `package` is set for `deps`. */
export function areaOfFile(
  file: string,
  workspaceFolders: readonly string[],
): { area: Area; package: string } {
  if (file.startsWith('node:')) return { area: 'core', package: '' };
  if (file.startsWith('wasm:')) return { area: 'wasm', package: '' };
  const name = packageOfFile(file);
  if (name !== null) return { area: 'deps', package: name };
  // Next.js itself, and what Turbopack adds to the modules of the project.
  if (/^webpack:\/\/next\/|^turbopack:\/\/\/\[(?!project\])/.test(file)) {
    return { area: 'deps', package: 'next' };
  }
  // In development React calls components through functions of its own that bear their names.
  if (/^(?:about|rsc):\/\/React\//.test(file)) return { area: 'deps', package: 'react' };
  // `node -e`, a script on stdin, `new Worker(code, { eval: true })`: a user's own code.
  if (/^\[(?:eval|stdin|worker eval)\]/.test(file)) return { area: 'app', package: '' };
  const url = /^[a-z][a-z0-9+.-]+:\/\/[^/]*\/?(.*)$/is.exec(file)?.[1];
  // A bundler's own runtime, what its loaders make, and what a package was built from elsewhere.
  if (url !== undefined && /^(?:webpack\/|external |\?|$)/.test(url)) {
    return { area: 'deps', package: generatedCode };
  }
  if (url?.startsWith('../')) return { area: 'deps', package: outsideWorkspace };
  if (url !== undefined) return { area: 'app', package: '' };
  // A path that is not whole is a name that somebody gave to code made at run time.
  if (!/^(?:[\\/]|[A-Za-z]:[\\/])/.test(file)) {
    return { area: 'deps', package: isNameless(file) ? generatedCode : file };
  }
  if (workspaceFolders.some((folder) => isInside(file, folder)))
    return { area: 'app', package: '' };
  return { area: 'deps', package: outsideWorkspace };
}

/** V8's log says `<unknown>`, a stack of its own `<anonymous>`. */
function isNameless(file: string): boolean {
  return file === '' || file === '<unknown>' || file === '<anonymous>';
}

/** The npm package whose innermost node_modules folder holds the file, or null. */
function packageOfFile(file: string): string | null {
  const segments = file.split(/[\\/]/);
  const at = segments.lastIndexOf('node_modules');
  const first = segments[at + 1];
  if (at < 0 || first === undefined) return null;
  // A bundle of a package whose map leads one folder too far up; its name is in neither map.
  if (first === 'src') return unnamedPackage;
  // pnpm's store: node_modules/.pnpm/koa@3.0.0/node_modules/koa has the real name last, which is `at`.
  return first.startsWith('@') ? `${first}/${segments[at + 2] ?? ''}` : first;
}

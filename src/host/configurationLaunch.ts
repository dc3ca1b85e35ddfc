import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { Launch, Unusable } from './launch.ts';
import { fileCommand, localProgram, type Exists } from './launchPrograms.ts';
import { withoutWords } from './scriptLaunch.ts';
import { shellWords } from './shellWords.ts';

export interface ConfigurationPlace {
  folder: string;
  activeFile: string | null;
  exists: Exists;
}

/** Reads one configuration of launch.json; null where it is not even one. */
export function configurationLaunch(
  given: unknown,
  place: ConfigurationPlace,
): Launch | Unusable | null {
  if (typeof given !== 'object' || given === null) return null;
  const { name, type, request, ...rest } = given as Record<string, unknown>;
  const label = typeof name === 'string' && name !== '' ? name : 'launch configuration';
  const unusable = (why: string): Unusable => ({ label, why });
  if (type !== 'node' && type !== 'pwa-node') {
    return unusable(
      `it is a launch configuration of type \`${String(type)}\`, and only Node.js can be profiled`,
    );
  }
  if (request !== 'launch') {
    return unusable('it attaches to a process, and a run has to start the server itself');
  }
  try {
    return nodeLaunch(label, rest, place);
  } catch (error) {
    if (error instanceof UnusableError) return unusable(error.message);
    throw error;
  }
}

class UnusableError extends Error {}

function nodeLaunch(
  label: string,
  given: Record<string, unknown>,
  place: ConfigurationPlace,
): Launch {
  const { folder, exists } = place;
  const text = (name: string): string | null => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? substitute(value, place) : null;
  };
  const list = (name: string): string[] => {
    const value = given[name];
    const words = typeof value === 'string' ? shellWords(value).words : value;
    if (!Array.isArray(words)) return [];
    return words.filter((word) => typeof word === 'string').map((word) => substitute(word, place));
  };
  const cwd = absolute(text('cwd') ?? folder, folder);
  const program = text('program');
  const runtimeArguments = list('runtimeArgs');
  const leftOut = ['env', 'envFile', 'preLaunchTask']
    .filter((name) => isGiven(given[name]))
    .map((name) => `its \`${name}\``);
  const why = ['launch configuration', ...withoutWords(leftOut)].join(', ');

  const runtime = runtimeProgram(text('runtimeExecutable') ?? 'node', cwd, exists);
  const own =
    program === null ? [] : programCommand(absolute(program, folder), runtime, cwd, exists);
  const command = [runtime, ...runtimeArguments, ...own, ...list('args')];
  if (command.length === 1) throw new UnusableError('it names no `program`');
  return { origin: 'configuration', label, command, cwd, why };
}

function runtimeProgram(runtime: string, cwd: string, exists: Exists): string {
  const name = basename(runtime).replace(/\.(cmd|exe)$/, '');
  if (/^(npm|npx|yarn|pnpm|nodemon)$/.test(name)) {
    throw new UnusableError(
      `it starts the server with ${name}, in another process; choose the script or the file itself`,
    );
  }
  if (name === 'node' || isAbsolute(runtime)) return runtime;
  const found = localProgram(runtime, cwd, exists);
  if (!found) throw new UnusableError(`its runtime \`${runtime}\` is not in node_modules/.bin`);
  return found;
}

/** Without `node` itself, which is the runtime's part. */
function programCommand(file: string, runtime: string, cwd: string, exists: Exists): string[] {
  if (runtime !== 'node') return [file];
  // The debugger finds the built file by its source map; here it has to be said.
  const found = fileCommand(file, dirname(file), exists);
  if ('problem' in found) {
    // `node server` is fine too.
    if (/\.[a-z]+$/i.test(file))
      throw new UnusableError(`its program ${relative(cwd, file)}: ${found.problem}`);
    return [file];
  }
  return found.command.slice(1);
}

function substitute(value: string, { folder, activeFile }: ConfigurationPlace): string {
  return value.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
    if (name === 'workspaceFolder' || name === 'workspaceRoot') return folder;
    if (name === 'workspaceFolderBasename') return basename(folder);
    if (name === 'file' && activeFile !== null) return activeFile;
    if (name === 'relativeFile' && activeFile !== null) return relative(folder, activeFile);
    throw new UnusableError(`it uses \`${whole}\`, which has no value here`);
  });
}

function absolute(path: string, folder: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

import { basename, dirname, isAbsolute, join, normalize, relative } from 'node:path';
import type { Launch, Unusable } from './launch.ts';
import { configuredEnvironment } from './launchEnvironment.ts';
import { fileCommand, isPackageManager, localProgram, type Exists } from './launchPrograms.ts';
import { substituteVariables, UnusableError, type LaunchVariables } from './launchVariables.ts';
import { withoutWords } from './scriptLaunch.ts';
import { shellWords } from './shellWords.ts';

export interface ConfigurationPlace {
  variables: LaunchVariables;
  exists: Exists;
  readText(path: string): string | null;
}

/** Reads one configuration of launch.json; null if it is not even an object. */
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
    return nodeLaunch(label, withPlatform(rest, place.variables.platform), place);
  } catch (error) {
    if (error instanceof UnusableError) return unusable(error.message);
    throw error;
  }
}

/** Applies the part of a configuration that is for one operating system. */
function withPlatform(given: Record<string, unknown>, platform: string): Record<string, unknown> {
  const name = platform === 'win32' ? 'windows' : platform === 'darwin' ? 'osx' : 'linux';
  const own = given[name];
  return typeof own === 'object' && own !== null ? { ...given, ...own } : given;
}

function nodeLaunch(
  label: string,
  given: Record<string, unknown>,
  place: ConfigurationPlace,
): Launch {
  const { variables, exists, readText } = place;
  const { folder, platform } = variables;
  const substitute = (value: string) => substituteVariables(value, variables);
  const text = (name: string): string | null => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? substitute(value) : null;
  };
  const list = (name: string): string[] => {
    const value = given[name];
    const words = typeof value === 'string' ? shellWords(value, platform).words : value;
    if (!Array.isArray(words)) return [];
    return words.filter((word) => typeof word === 'string').map(substitute);
  };
  const cwd = absolute(text('cwd') ?? folder, folder);
  const program = text('program');
  const runtimeArguments = list('runtimeArgs');
  const runtime = runtimeProgram(text('runtimeExecutable') ?? 'node', cwd, exists);
  const own =
    program === null ? [] : programCommand(absolute(program, folder), runtime, cwd, exists);
  const command = [runtime, ...runtimeArguments, ...own, ...list('args')];
  if (command.length === 1) throw new UnusableError('it names no `program`');
  const env = configuredEnvironment({
    env: given['env'],
    envFile: text('envFile'),
    folder,
    readText,
    substitute,
  });
  const task = text('preLaunchTask');
  const leftOut = text('runtimeVersion') === null ? [] : ['its `runtimeVersion`'];
  const why = [
    'launch configuration',
    ...(task === null ? [] : [`after its task \`${task}\``]),
    ...withoutWords(leftOut),
  ].join(', ');
  return { origin: 'configuration', label, command, cwd, env, preLaunchTask: task, why };
}

function runtimeProgram(runtime: string, cwd: string, exists: Exists): string {
  const name = basename(runtime).replace(/\.(cmd|exe)$/i, '');
  if (name === 'node' || isAbsolute(runtime) || isPackageManager(name)) return runtime;
  const found = localProgram(runtime, cwd, exists);
  if (found === null) {
    throw new UnusableError(`its runtime \`${runtime}\` is not in node_modules/.bin`);
  }
  return found;
}

/** The program's words, without the runtime. */
function programCommand(file: string, runtime: string, cwd: string, exists: Exists): string[] {
  if (runtime !== 'node') return [file];
  // Unlike the debugger, this does not find a built file by its source map.
  const found = fileCommand(file, dirname(file), exists);
  if ('problem' in found) {
    // `node server` works without an ending.
    if (/\.[a-z]+$/i.test(file))
      throw new UnusableError(`its program ${relative(cwd, file)}: ${found.problem}`);
    return [file];
  }
  return found.command.slice(1);
}

function absolute(path: string, folder: string): string {
  return isAbsolute(path) ? normalize(path) : join(folder, path);
}

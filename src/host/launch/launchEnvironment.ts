import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import { UnusableError } from './launchVariables.ts';

/** Variables to add to an environment; null removes one. */
export type EnvironmentChanges = Record<string, string | null>;

export interface EnvironmentSources {
  /** `env` of a launch configuration, unchecked. */
  env: unknown;
  /** Its `envFile`, absolute or relative to the folder; null without one. */
  envFile: string | null;
  folder: string;
  readText(path: string): string | null;
  substitute(text: string): string;
}

/** The environment of a launch configuration: `env` wins over the file. Throws UnusableError. */
export function configuredEnvironment(sources: EnvironmentSources): EnvironmentChanges {
  return { ...fileVariables(sources), ...givenVariables(sources) };
}

/** Splits `NAME=value` words off the beginning of a command line. */
export function leadingVariables(words: readonly string[]): {
  env: EnvironmentChanges;
  rest: string[];
} {
  const count = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const assignments = count < 0 ? words : words.slice(0, count);
  const env = Object.fromEntries(
    assignments.map((word) => {
      const equals = word.indexOf('=');
      return [word.slice(0, equals), word.slice(equals + 1)];
    }),
  );
  return { env, rest: words.slice(assignments.length) };
}

function fileVariables({ envFile, folder, readText }: EnvironmentSources): EnvironmentChanges {
  if (envFile === null) return {};
  const path = isAbsolute(envFile) ? envFile : join(folder, envFile);
  const text = readText(path);
  if (text === null)
    throw new UnusableError(`its \`envFile\` ${path} is no file of up to 5 MB that can be read`);
  return Object.fromEntries(
    Object.entries(parseEnv(text.replace(/^\uFEFF/, ''))).map(([name, value]) => [
      name,
      value ?? '',
    ]),
  );
}

function givenVariables({ env, substitute }: EnvironmentSources): EnvironmentChanges {
  if (typeof env !== 'object' || env === null) return {};
  const changes: EnvironmentChanges = {};
  for (const [name, value] of Object.entries(env as Record<string, unknown>)) {
    if (value === null) changes[name] = null;
    else if (['string', 'number', 'boolean'].includes(typeof value)) {
      changes[name] = substitute(String(value));
    }
  }
  return changes;
}

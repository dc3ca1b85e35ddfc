import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFileWithin } from '../files/regularFile.ts';
import { parseJsonSource } from './jsonSource.ts';

/** Variables by environment; those of `$shared` apply to all. */
type Environments = Record<string, unknown>;

/** Files of editors' REST clients. The second is not checked in, and wins. */
const files = ['http-client.env.json', 'http-client.private.env.json'];
const maxBytes = 1_000_000;
const settingName = 'rest-client.environmentVariables';
/** Names that people give to the environment of their own machine. */
const ownMachine = /^(local(host)?|dev(elopment)?|default)$/i;

/**
 * Variables for the `.http` files of a folder: from `http-client.env.json` and
 * `http-client.private.env.json`, or from the REST client's setting in `.vscode/settings.json`, in
 * the nearest folder upwards that has one. Of several environments it takes the one named like a
 * developer's machine, else the first. Unreadable files count as missing.
 */
export function httpEnvironment(folder: string): Map<string, string> {
  for (let each = folder; ; each = dirname(each)) {
    const found = [settingsIn(each), ...files.map((name) => readObject(join(each, name)))].filter(
      (environments) => environments !== null,
    );
    if (found.length > 0) return variablesOf(found);
    // The search ends at the repository's root: above it are other projects.
    if (dirname(each) === each || existsSync(join(each, '.git'))) return new Map();
  }
}

function settingsIn(folder: string): Environments | null {
  const value = readObject(join(folder, '.vscode', 'settings.json'))?.[settingName];
  return isObject(value) ? value : null;
}

function variablesOf(found: readonly Environments[]): Map<string, string> {
  const names = found.flatMap((each) => Object.keys(each)).filter((name) => name !== '$shared');
  const chosen = names.find((name) => ownMachine.test(name)) ?? names[0];
  const variables = new Map<string, string>();
  for (const name of ['$shared', chosen]) {
    for (const environments of found) {
      const own = name === undefined ? null : environments[name];
      for (const [variable, value] of Object.entries(isObject(own) ? own : {})) {
        if (typeof value === 'object' || value === undefined) continue;
        variables.set(variable, String(value as string | number | boolean));
      }
    }
  }
  return variables;
}

function readObject(path: string): Environments | null {
  try {
    const value = parseJsonSource(readFileWithin(path, maxBytes).toString('utf8')).plain(
      (text) => text,
    );
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Environments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

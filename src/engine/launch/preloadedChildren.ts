import { changeSpawned, type SpawnOptions } from './spawnedChildren.ts';
import { posixShell, startedShell } from './startedShell.ts';

/**
 * Part of the preload. A child gets it by NODE_OPTIONS, which many scripts set for their server:
 *
 *   "start": "NODE_OPTIONS=--enable-source-maps node server.js"        npm starts a shell with this text
 *   "start": "cross-env NODE_OPTIONS=--no-deprecation next start"      cross-env starts next with them
 *
 * This adds the preload to both. What a shell script in a file sets is found by silentServers.ts.
 *
 * @param preload its path
 */
export function preloadChildren(preload: string): void {
  const option = preloadOption(preload);
  changeSpawned((options) => {
    const envPairs = options.envPairs?.map((pair) => pairWith(option, pair));
    const args = argumentsWith(option, options);
    return { ...(envPairs && { envPairs }), ...(args && { args }) };
  });
}

/** In quotes, because NODE_OPTIONS is split at spaces. */
export function preloadOption(preload: string): string {
  return `"--require=${preload.replace(/["\\]/g, '\\$&')}"`;
}

/** A child without NODE_OPTIONS keeps the environment that was wanted for it. */
function pairWith(option: string, pair: string): string {
  return pair.startsWith('NODE_OPTIONS=') && !pair.includes(option) ? `${pair} ${option}` : pair;
}

function argumentsWith(option: string, { file = '', args = [] }: SpawnOptions): string[] | null {
  const [name = '', ...words] = args;
  const started = startedShell(file, words);
  if (started?.shell !== posixShell) return null;
  return [name, ...started.wordsWith(shellLineWith(option, started.line))];
}

/** A command may follow, and other variables may be set before; values in quotes may hold spaces. */
const assignment =
  /(?:^|[;&|(])\s*(?:(?:export|env)\s+)?(?:\w+=(?:'[^']*'|"[^"]*"|[^\s'"])*\s+)*NODE_OPTIONS=/g;

/** The text of a shell with an option before those that it sets. Text in quotes is for another program to read. */
export function shellLineWith(option: string, line: string): string {
  const quoted = posixShell.quote(`${option} `);
  return line.replace(assignment, (found, offset: number) =>
    isQuoted(line, offset) ? found : `${found}${quoted}`,
  );
}

function isQuoted(line: string, offset: number): boolean {
  const rest = line.slice(0, offset).replace(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs, '');
  return /['"]/.test(rest);
}

import type { NodeCommand } from './nodeCommand.ts';
import type { Hello, Listener } from './targetEvents.ts';

/** The command of a process that was seen to run the server, for starting it again under the sampler. */
export interface LearnedCommand {
  command: NodeCommand;
  cwd: string;
  /** The environment that the process began with. */
  env: NodeJS.ProcessEnv;
  hasChannel: boolean;
}

/** Whether the process is in reach of the sampler: it writes V8's log, or has told of its inspector. */
export function isSampled({ execArgv, inspector }: Hello): boolean {
  return execArgv.includes('--prof') || inspector !== undefined;
}

/**
 * What to start so that the server in the process `pid` runs under the sampler: the process itself,
 * or the program that forks it, since forked children inherit the sampler's flags: the user's own,
 * or any that the server listens to, without whose messages it may never listen on a port.
 * Null where the process did not tell of itself.
 *
 *   npm start ─► sh ─► node launcher.js ─fork─► node server.js     gives launcher.js
 *   nodemon ─fork─► node server.js                                 gives server.js
 *   npx next dev ─► next ─fork, message─► node start-server.js     gives next
 */
export function learnCommand(
  hellos: readonly Hello[],
  { pid, hearsParent }: Pick<Listener, 'pid' | 'hearsParent'>,
): LearnedCommand | null {
  const processes = new Map(
    hellos.filter(({ threadId }) => threadId === 0).map((hello) => [hello.pid, hello]),
  );
  let chosen = processes.get(pid);
  if (!chosen) return null;
  for (;;) {
    const parent = processes.get(chosen.ppid);
    if (!parent || isSampled(parent)) break;
    const isHeard = hearsParent && chosen.pid === pid && !isRestarter(parent);
    const startsItByFork =
      chosen.isClusterWorker || (chosen.hasChannel && (isHeard || isOwnProgram(parent)));
    if (!startsItByFork) break;
    chosen = parent;
  }
  const { execPath, execArgv, argv, cwd, env, hasChannel } = chosen;
  if (!env) return null;
  return {
    command: { kind: 'node', file: execPath, before: [], after: [...execArgv, ...argv.slice(1)] },
    cwd,
    env: ownEnvironment(env),
    hasChannel,
  };
}

/** Package managers and runners are packages. */
function isOwnProgram(hello: Hello): boolean {
  return !isRestarter(hello) && !/[\\/]node_modules[\\/]/.test(hello.argv[1] ?? '');
}

/** Node's own `--watch` hands no flags on. */
function isRestarter({ execArgv }: Hello): boolean {
  return execArgv.some((word) => word.startsWith('--watch'));
}

/** Without what Node.js itself says to a process that it watches. */
function ownEnvironment(env: Record<string, string>): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { ...env };
  delete own['WATCH_REPORT_DEPENDENCIES'];
  delete own['NODE_CHANNEL_FD'];
  delete own['NODE_CHANNEL_SERIALIZATION_MODE'];
  return own;
}

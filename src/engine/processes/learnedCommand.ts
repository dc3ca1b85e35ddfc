import type { NodeCommand } from './nodeCommand.ts';
import type { Hello, Listener } from './targetEvents.ts';

/** The command of a process that was seen to run the server, for starting it again under the sampler. */
export interface LearnedCommand {
  command: NodeCommand;
  cwd: string;
  env: NodeJS.ProcessEnv;
  hasChannel: boolean;
}

/** Whether the sampler reaches the process: it writes V8's log, has reported its inspector, or samples its heap. */
export function isSampled({ execArgv, inspector, samplesHeap }: Hello): boolean {
  return execArgv.includes('--prof') || inspector !== undefined || samplesHeap === true;
}

/**
 * Gives what to start so that the server in process `pid` runs under the sampler. Usually that is the
 * process itself. It is the parent if the parent forks the server and is either the user's own
 * program or one that the server takes messages from, since without those it may never listen.
 * Forked children inherit the sampler's flags. Null if the process has not reported itself.
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

/** Whether it is the user's code: package managers and runners live in node_modules. */
function isOwnProgram(hello: Hello): boolean {
  return !isRestarter(hello) && !/[\\/]node_modules[\\/]/.test(hello.argv[1] ?? '');
}

/** Node's own `--watch` does not pass flags to the process that it starts. */
function isRestarter({ execArgv }: Hello): boolean {
  return execArgv.some((word) => word.startsWith('--watch'));
}

/** Drops the variables that Node.js sets for a process that it watches or forks. */
function ownEnvironment(env: Record<string, string>): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { ...env };
  delete own['WATCH_REPORT_DEPENDENCIES'];
  delete own['NODE_CHANNEL_FD'];
  delete own['NODE_CHANNEL_SERIALIZATION_MODE'];
  return own;
}

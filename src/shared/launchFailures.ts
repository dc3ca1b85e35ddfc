import { failure, type Failure, type ServerChoice } from './failure.ts';
import { formatUrl } from './format.ts';
import { lastOutput } from './outputText.ts';
import { worded } from './wording.ts';

/** Failures between the server's command and its listening port. */

export function commandNotFound(name: string, cwd: string): Failure {
  return failure(
    'command-not-found',
    worded`The command \`${name}\` was not found from ${cwd}; check its name and PATH, or give a path to it.`,
  );
}

export function cwdNotFound(cwd: string): Failure {
  return failure(
    'command-not-found',
    worded`The folder ${cwd} to run the command in does not exist; ${{ kind: 'choose-folder' }}.`,
  );
}

export function commandNotStarted(file: string, reason: string): Failure {
  return failure(
    'command-not-found',
    worded`${file} could not be started (${reason}); check that it is a program that you may run.`,
  );
}

export function notANodeCommand(name: string): Failure {
  return failure(
    'not-a-node-command',
    worded`\`${name}\` is not a Node.js command, and only Node.js itself can be sampled; ${{ kind: 'give-node-command' }}.`,
  );
}

/** `name` is a script of cmd, which splits arguments by rules of its own. */
export function batchWordRefused(name: string, word: string): Failure {
  return failure(
    'not-a-node-command',
    worded`\`${name}\` is a batch file, and cmd would not take \`${word}\` as it is written; ${{ kind: 'give-node-command' }}.`,
  );
}

export function noNodeStarted(name: string, waitedS: number, output: string): Failure {
  return failure(
    'not-a-node-command',
    worded`\`${name}\` started no Node.js process within ${waitedS} s, and only Node.js can be sampled; ${{ kind: 'give-node-command' }}, or ${{ kind: 'longer-start' }}. ${lastOutput(output)}`,
  );
}

/** `command` was started in place of a wrapper, and started the server in another process again. */
export function startsAnother(command: string): Failure {
  return failure(
    'not-a-node-command',
    worded`The server starts itself again in another process without the sampler, at last as \`${command}\`; give the command of that process itself.`,
  );
}

export function nodeTooOld(file: string, version: string): Failure {
  return failure(
    'node-too-old',
    worded`${file} is Node.js ${version}, and sampling needs 18 or newer; ${{ kind: 'choose-node' }}.`,
  );
}

/** Before Node.js 20, V8 forgets what was collected within the window. */
export function tooOldForAllocations(version: string): Failure {
  return failure(
    'node-too-old',
    worded`The server runs on Node.js ${version}, and V8 tells which functions allocate from 20 on; ${{ kind: 'choose-node' }}.`,
  );
}

export interface ExitCause {
  code: number | null;
  signal: string | null;
}

export function exitedBeforeListening(exit: ExitCause, output: string): Failure {
  return failure(
    'exited-before-listening',
    worded`The server ended ${exitText(exit)} before it listened on a port. ${lastOutput(output)}`,
  );
}

/** 0x passes its own pipes on, and processes that the server forks lack them. */
export function zeroXForks(): Failure {
  return failure(
    'exited-before-listening',
    'The server forks processes, such as those of a cluster, and 0x does not support that; run it with the sampler v8log.',
  );
}

export function portTaken(port: number, holder: { pid: number; command: string } | null): Failure {
  const by = holder ? `process ${holder.pid} (${holder.command})` : 'another process';
  return failure(
    'port-taken',
    worded`Port ${port} is taken by ${by}; end that process or let the server use another port.`,
  );
}

export function portNeverOpened(
  waitedS: number,
  /** The addresses that listen, if the load cannot use them. */
  found: string | null,
  wantedPort: number | null,
  output: string,
): Failure {
  const port = wantedPort === null ? 'port for HTTP' : `port ${wantedPort}`;
  const next = found
    ? `It listens on ${found}.`
    : worded`Check that the command starts the server in a Node.js process of its own and keeps what is in NODE_OPTIONS, or ${{ kind: 'longer-start' }}.`;
  return failure(
    'port-never-opened',
    worded`The server opened no ${port} within ${waitedS} s. ${next} ${lastOutput(output)}`,
    found && wantedPort !== null ? { isElsewhere: true } : {},
  );
}

export function onlyHttp2(url: string): Failure {
  return failure(
    'http2-only',
    worded`The server speaks only HTTP/2 on ${url}, and the load speaks HTTP/1.1; let the server accept that too for the run: \`allowHTTP1: true\`, with TLS and a listener for \`request\` (those for \`stream\` hear nothing of HTTP/1.1).`,
  );
}

/** `choices` are servers of the target that answer the path alike. */
export function severalServers(path: string, choices: ServerChoice[]): Failure {
  const urls = choices.map(({ url }) => formatUrl(url)).join(', ');
  return failure(
    'several-servers',
    worded`The command starts ${choices.length} servers that answer ${path} alike: ${urls}. ${{ kind: 'choose-server' }}`,
    { choices },
  );
}

/** The server listened, and ended at the first request that probed it. */
export function diedWhenAsked(exit: ExitCause, output: string): Failure {
  return failure(
    'target-died',
    worded`The server listened and ended ${exitText(exit)} before or at its first request. ${lastOutput(output)}`,
  );
}

export function targetDied(exit: ExitCause, output: string): Failure {
  return failure(
    'target-died',
    worded`The server ended ${exitText(exit)} while it was under load. ${lastOutput(output)}`,
  );
}

function exitText(exit: ExitCause): string {
  return exit.signal ? `by signal ${exit.signal}` : `with exit code ${exit.code ?? 'unknown'}`;
}

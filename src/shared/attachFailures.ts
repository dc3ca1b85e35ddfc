import { failure, type Failure } from './failure.ts';
import { worded } from './wording.ts';

/** Failures of attaching to a process that runs already. */

export function processNotFound(pid: number): Failure {
  return failure(
    'process-not-found',
    worded`There is no process ${pid} on this machine; it may have ended. Look for its id again.`,
  );
}

export function nobodyOnPort(port: number): Failure {
  return failure(
    'process-not-found',
    worded`No process of yours listens on port ${port} of this machine; check the port and that the server runs. One in a container is reached by the port of its inspector.`,
  );
}

/** `command` is the command line of the process. */
export function notANodeProcess(pid: number, command: string): Failure {
  return failure(
    'not-a-node-process',
    worded`Process ${pid}${inBrackets(command)} is not Node.js, and only Node.js can be sampled; choose the process that runs the server itself.`,
  );
}

export function foreignProcess(pid: number, command: string): Failure {
  return failure(
    'inspector-not-opened',
    worded`Process ${pid}${inBrackets(command)} belongs to another user, so its inspector can't be opened; start it as yourself, or attach as that user.`,
  );
}

function inBrackets(command: string): string {
  return command === '' ? '' : ` (${command})`;
}

/** The reason why a process does not open its inspector. */
export type InspectorObstacle =
  | { kind: 'no-signal' }
  | { kind: 'port-taken'; port: number; holder: { pid: number; command: string } | null }
  | { kind: 'no-answer' }
  /** Connections are accepted there. */
  | { kind: 'silent'; port: number };

/** `pid` is null if the process is not to be seen from here. */
export function inspectorNotOpened(pid: number | null, obstacle: InspectorObstacle): Failure {
  return failure('inspector-not-opened', worded`${processText(pid)} ${obstacleText(obstacle)}`);
}

function obstacleText(obstacle: InspectorObstacle): string {
  switch (obstacle.kind) {
    case 'no-signal':
      return 'takes no signal to open its inspector; start it with `node --inspect`.';
    case 'port-taken': {
      const { port, holder } = obstacle;
      const by = holder ? `process ${holder.pid} (${holder.command})` : 'another process';
      return `could not open its inspector, since ${by} has port ${port}; end what is attached there, or start the process with \`node --inspect-port=0\`.`;
    }
    case 'no-answer':
      return 'did not open its inspector in time; it may be in a container. Start it with `node --inspect`.';
    case 'silent':
      return `does not answer on port ${obstacle.port}, where its inspector seems to be; it may be stuck outside of JavaScript, or be no Node.js process. Try again, or start it anew.`;
  }
}

/** Another program has stopped the process at a line. */
export function processPaused(pid: number): Failure {
  return failure(
    'process-paused',
    worded`Process ${pid} is paused by a debugger that is attached to it; let it go on there, and attach again.`,
  );
}

/** The process ended while it was sampled. */
export function processEnded(pid: number | null): Failure {
  return failure(
    'process-ended',
    worded`${processText(pid)} ended while it was attached to, and its samples with it; start the server again and attach anew.`,
  );
}

/**
 * The inspector was closed, by the process itself or by another program. The process still runs.
 */
export function inspectorClosed(pid: number): Failure {
  return failure(
    'process-ended',
    worded`Process ${pid} closed its inspector while it was attached to, so its samples are lost; it runs on. Attach anew.`,
  );
}

/** `found`: the addresses that the process listens on. */
export function noServerOfProcess(pid: number, found: string[]): Failure {
  const what =
    found.length === 0
      ? 'listens on no port'
      : `gives no HTTP/1.1 answer on ${found.length === 1 ? `port ${found[0]}` : `the ports ${found.join(', ')}`}`;
  return failure(
    'load-could-not-connect',
    worded`Process ${pid} ${what}, so there is nothing to send the load to; ${{ kind: 'give-url', what: 'a whole URL' }}, or ${{ kind: 'attach-without-load' }}.`,
  );
}

function processText(pid: number | null): string {
  return pid === null ? 'The process' : `Process ${pid}`;
}

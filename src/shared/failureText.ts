import type { Failure, ServerChoice } from './failure.ts';
import { formatBytes, formatNumberOf } from './format.ts';
import { outputWords } from './outputWords.ts';
import { doubtWords, type DoubtWords } from './samplerWords.ts';

/**
 * The wording of every expected failure: what happened, with which value, what to do next.
 * One function a kind; variants of a kind are parameters.
 */

export function commandNotFound(name: string, cwd: string): Failure {
  return {
    kind: 'command-not-found',
    message: `The command \`${name}\` was not found from ${cwd}; check its name and PATH, or give a path to it.`,
  };
}

export function cwdNotFound(cwd: string): Failure {
  return {
    kind: 'command-not-found',
    message: `The folder ${cwd} to run the command in does not exist; choose another with --cwd.`,
  };
}

export function commandNotStarted(file: string, reason: string): Failure {
  return {
    kind: 'command-not-found',
    message: `${file} could not be started (${reason}); check that it is a program that you may run.`,
  };
}

export function notANodeCommand(name: string): Failure {
  return {
    kind: 'not-a-node-command',
    message: `\`${name}\` is not a Node.js command, and only Node.js itself can be sampled; give the node command itself, for example \`hotframe run -- node server.js\`.`,
  };
}

/** `name` is a script of cmd, which has its own idea of what a word is. */
export function batchWordRefused(name: string, word: string): Failure {
  return {
    kind: 'not-a-node-command',
    message: `\`${name}\` is a batch file, and cmd would not take \`${word}\` as it is written; give the node command itself, for example \`hotframe run -- node server.js\`.`,
  };
}

export function noNodeStarted(name: string, waitedS: number, output: string): Failure {
  return {
    kind: 'not-a-node-command',
    message: `\`${name}\` started no Node.js process within ${waitedS} s, and only Node.js can be sampled; give the node command itself, for example \`hotframe run -- node server.js\`, or allow more time with --start-timeout. ${outputWords(output)}`,
  };
}

/** `command` was started in place of a wrapper, and the server was in another process again. */
export function startsAnother(command: string): Failure {
  return {
    kind: 'not-a-node-command',
    message: `The server starts itself again in another process without the sampler, at last as \`${command}\`; give the command of that process itself.`,
  };
}

export function nodeTooOld(file: string, version: string): Failure {
  return {
    kind: 'node-too-old',
    message: `${file} is Node.js ${version}, and sampling needs 18 or newer; choose another binary with --node.`,
  };
}

export interface ExitCause {
  code: number | null;
  signal: string | null;
}

export function exitedBeforeListening(exit: ExitCause, output: string): Failure {
  return {
    kind: 'exited-before-listening',
    message: `The server ended ${exitWords(exit)} before it listened on a port. ${outputWords(output)}`,
  };
}

/** 0x hands its own pipes on, which processes that the server forks do not have. */
export function zeroEksForks(): Failure {
  return {
    kind: 'exited-before-listening',
    message:
      'The server forks processes, such as those of a cluster, and 0x does not support that; run it with the sampler v8log.',
  };
}

export function portTaken(port: number, holder: { pid: number; command: string } | null): Failure {
  const by = holder
    ? `process ${holder.pid} (${holder.command}); end that process`
    : 'another process; end that process';
  return {
    kind: 'port-taken',
    message: `Port ${port} is taken by ${by} or let the server use another port.`,
  };
}

export function portNeverOpened(
  waitedS: number,
  /** What listens, in words, where something does that the load cannot use. */
  found: string | null,
  wantedPort: number | null,
  output: string,
): Failure {
  const what =
    wantedPort === null
      ? `The server opened no port for HTTP within ${waitedS} s`
      : `The server opened no port ${wantedPort} within ${waitedS} s`;
  const next = found
    ? `It listens on ${found}.`
    : 'Check that the command starts the server in a Node.js process of its own, or allow more time with --start-timeout.';
  return {
    kind: 'port-never-opened',
    message: `${what}. ${next} ${outputWords(output)}`,
    ...(found && wantedPort !== null ? { isElsewhere: true } : {}),
  };
}

export function onlyHttp2(url: string): Failure {
  return {
    kind: 'http2-only',
    message: `The server speaks only HTTP/2 on ${url}, and the load speaks HTTP/1.1; let the server accept that too for the run (\`allowHTTP1: true\`, with TLS).`,
  };
}

/** `choices` are servers of the target that answer the path alike. */
export function severalServers(path: string, choices: ServerChoice[]): Failure {
  const urls = choices.map(({ url }) => url).join(', ');
  return {
    kind: 'several-servers',
    message: `The command starts ${choices.length} servers that answer ${path} alike: ${urls}. Say which one to load with --url and its whole URL.`,
    choices,
  };
}

/** `request` is a method with a path, `what` how it went. */
export function setupFailed(request: string, what: string): Failure {
  return {
    kind: 'setup-failed',
    message: `The setup request ${request} ${what}. Check its path, headers and body in the scenario.`,
  };
}

/** `output`: what the server printed; null where that is not known. */
export function notTwoHundred(
  url: string,
  status: number,
  body: string,
  output: string | null,
): Failure {
  const start = body.trim()
    ? ` with the body “${body.trim().replace(/\s+/g, ' ').slice(0, 200)}”`
    : ' with an empty body';
  return {
    kind: 'not-2xx',
    status,
    message: `No answer from ${url} was 2xx: the first was ${status}${start}. ${nextAfter(status, output)}`,
  };
}

function nextAfter(status: number, output: string | null): string {
  if (status >= 300 && status < 400) {
    return 'Redirects are not followed: give the final path with --url.';
  }
  if (status === 401 || status === 403) {
    return 'Check --header: the server wants a login, such as a cookie or a token.';
  }
  if (status === 404) return 'Check --url: the server has nothing there.';
  const check = 'Check --url, --method, --header and --body.';
  return status >= 500 && output !== null ? `${check} ${outputWords(output)}` : check;
}

/** `line`: where most of the time went, with its share of it and its file as a person calls it. */
export function serverBlocked(
  silentS: number,
  line: { file: string; name: string; line: number; self: number } | null,
): Failure {
  const where = line
    ? ` ${Math.round(line.self * 100)} % of that time went to ${line.name}:${line.line}.`
    : '';
  return {
    kind: 'server-blocked',
    ...(line ? { place: { file: line.file, line: line.line } } : {}),
    message: `The server answered nothing for ${silentS.toFixed(1)} s, and its event loop was blocked all that time.${where} The load was stopped; the hot lines are of that time. If an answer may take so long, allow it with --timeout.`,
  };
}

/** `tookS`: how long one request took by itself, after a window without an answer. */
export function slowerThanWindow(url: string, windowS: number, tookS: number): Failure {
  const wishS = Math.ceil(Math.max(10, 10 * tookS));
  return {
    kind: 'slower-than-window',
    enoughS: wishS,
    message: `No request to ${url} was answered within the ${windowS.toFixed(1)} s of load; the next one took ${tookS.toFixed(1)} s. Measure for longer, with -d ${wishS}.`,
  };
}

/** `option`: what sets the time that was waited for the last of them. */
export function answersTimeOut(
  url: string,
  waitedS: number,
  option: '--timeout' | '--start-timeout',
): Failure {
  return {
    kind: 'answers-time-out',
    message: `No request to ${url} was answered, the last not within ${waitedS} s. The event loop is not blocked, so the server waits: check for what (a database, another service), or allow more time with ${option}.`,
  };
}

/** The load had the beginnings of answers, `bytes` of them, and not one whole. */
export function answersDoNotEnd(
  url: string,
  begun: number,
  bytes: number,
  waitedS: number,
): Failure {
  return {
    kind: 'answers-time-out',
    message: `${formatNumberOf(begun, 'answer')} from ${url} began and none ended within ${waitedS.toFixed(1)} s; ${formatBytes(bytes)} of them came. What never ends, such as an event stream, can't be measured: give another path with --url. If they do end, allow more time with -d and --timeout, or use fewer connections.`,
  };
}

export function targetDied(exit: ExitCause, output: string): Failure {
  return {
    kind: 'target-died',
    message: `The server ended ${exitWords(exit)} while it was under load. ${outputWords(output)}`,
  };
}

/** It listened, and ended at the request that was sent to see whether it answers. */
export function diedWhenAsked(exit: ExitCause, output: string): Failure {
  return {
    kind: 'target-died',
    message: `The server listened and ended ${exitWords(exit)} before or at its first request. ${outputWords(output)}`,
  };
}

export function couldNotConnect(url: string, reason: string): Failure {
  return {
    kind: 'load-could-not-connect',
    message: `The load got no answer from ${url}: ${reason}. Check that the server accepts connections there, or give its address with --url.`,
  };
}

export function loadProcessDied(reason: string): Failure {
  return {
    kind: 'load-process-died',
    message: `The process that makes the load ended early (${reason}); run again, and report it if it happens again.`,
  };
}

export function loadRefused(reason: string): Failure {
  return {
    kind: 'load-process-died',
    message: `The load could not be made as asked: ${reason}; check the request's options.`,
  };
}

/** V8's log is what was asked for, and has too little of what the server did. */
export function logDoubted(doubt: DoubtWords): Failure {
  return {
    kind: 'log-unreadable',
    message: `V8's log can't be believed: ${doubtWords(doubt)}. Switch that profiler off, or sample with --sampler inspector.`,
  };
}

/** By V8's CPU profiler. */
export function nothingSampled(): Failure {
  return {
    kind: 'log-unreadable',
    message:
      'The process gave no sample of the time that was measured; measure for longer, or check that it does something.',
  };
}

export function processNotFound(pid: number): Failure {
  return {
    kind: 'process-not-found',
    message: `There is no process ${pid} on this machine; it may have ended. Look for its id again.`,
  };
}

export function nobodyOnPort(port: number): Failure {
  return {
    kind: 'process-not-found',
    message: `No process of yours listens on port ${port} of this machine; check the port and that the server runs. One in a container is reached by the port of its inspector.`,
  };
}

/** `command` is what the process runs. */
export function notANodeProcess(pid: number, command: string): Failure {
  const what = command === '' ? '' : ` (${command})`;
  return {
    kind: 'not-a-node-process',
    message: `Process ${pid}${what} is not Node.js, and only Node.js can be sampled; choose the process that runs the server itself.`,
  };
}

export function foreignProcess(pid: number, command: string): Failure {
  const what = command === '' ? '' : ` (${command})`;
  return {
    kind: 'inspector-not-opened',
    message: `Process ${pid}${what} belongs to another user, so its inspector can't be opened; start it as yourself, or attach as that user.`,
  };
}

/** What keeps a process from opening its inspector. */
export type InspectorObstacle =
  | { kind: 'no-signal' }
  | { kind: 'port-taken'; port: number; holder: { pid: number; command: string } | null }
  | { kind: 'no-answer' }
  /** Connections are accepted there. */
  | { kind: 'silent'; port: number };

/** `pid` is null where the process is not to be seen from here. */
export function inspectorNotOpened(pid: number | null, obstacle: InspectorObstacle): Failure {
  return {
    kind: 'inspector-not-opened',
    message: `${pid === null ? 'The process' : `Process ${pid}`} ${obstacleWords(obstacle)}`,
  };
}

function obstacleWords(obstacle: InspectorObstacle): string {
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
  return {
    kind: 'process-paused',
    message: `Process ${pid} is paused by a debugger that is attached to it; let it go on there, and attach again.`,
  };
}

/** It was sampled, and is gone. */
export function processEnded(pid: number | null): Failure {
  return {
    kind: 'process-ended',
    message: `${pid === null ? 'The process' : `Process ${pid}`} ended while it was attached to, and its samples with it; start the server again and attach anew.`,
  };
}

/** Its inspector was closed, by the process itself or by another program; it runs on. */
export function inspectorClosed(pid: number): Failure {
  return {
    kind: 'process-ended',
    message: `Process ${pid} closed its inspector while it was attached to, so its samples are lost; it runs on. Attach anew.`,
  };
}

/** `found`: on what it listens, in words. */
export function noServerOfProcess(pid: number, found: string[]): Failure {
  const what =
    found.length === 0
      ? 'listens on no port'
      : `gives no HTTP/1.1 answer on ${found.length === 1 ? `port ${found[0]}` : `the ports ${found.join(', ')}`}`;
  return {
    kind: 'load-could-not-connect',
    message: `Process ${pid} ${what}, so there is nothing to send the load to; give a whole URL with --url, or attach without load (--no-load).`,
  };
}

export function diskFull(folder: string): Failure {
  return {
    kind: 'disk-full',
    message: `The disk of ${folder} is full, so there is no room for the log of samples; free some space, or set TMPDIR to a folder with space.`,
  };
}

/** `code` says what the system has against the folder for temporary files. */
export function noTemporaryFolder(folder: string, code: string | undefined): Failure {
  const what =
    code === 'ENOENT'
      ? 'does not exist'
      : code === 'ENOTDIR'
        ? 'is no folder'
        : `can't be written to (${code ?? 'unknown error'})`;
  return {
    kind: 'no-temporary-folder',
    message: `The folder for temporary files, ${folder}, ${what}; set TMPDIR to a folder that can be written to.`,
  };
}

export function cancelled(): Failure {
  return { kind: 'cancelled', message: 'The run was cancelled.' };
}

export function alreadyRunning(): Failure {
  return {
    kind: 'already-running',
    message: 'Another run is under way; wait for its end or stop it first.',
  };
}

export function untrustedWorkspace(): Failure {
  return {
    kind: 'untrusted-workspace',
    message:
      'This workspace is not trusted, so its server is not started; trust the workspace and run again.',
  };
}

/** `confirmed`: the name that was given for it and is another; null: none. */
export function remoteHost(host: string, confirmed: string | null): Failure {
  const what =
    confirmed === null
      ? `${host} is not this machine, so nothing was started`
      : `The load would go to ${host}, and what was confirmed is ${confirmed}, so nothing was started`;
  return {
    kind: 'remote-host',
    message: `${what}. If you may load that machine, say so with --confirm-host ${host}, or give a path with --url.`,
  };
}

/** The load went to another machine, which was to pass it on to the server that was launched. */
export function targetNotReached(host: string, answers: number): Failure {
  return {
    kind: 'target-not-reached',
    message: `${host} gave ${answers} answers, and none of the requests reached the server that was launched here, so there is nothing to show. Let ${host} pass its requests on to this server, or give a path with --url.`,
  };
}

function exitWords(exit: ExitCause): string {
  return exit.signal ? `by signal ${exit.signal}` : `with exit code ${exit.code ?? 'unknown'}`;
}

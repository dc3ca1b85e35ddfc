import { failure, type Failure } from './failure.ts';
import { formatBytes, formatNumberOf, formatUrl } from './format.ts';
import { lastOutput } from './outputText.ts';
import { worded, type Wording } from './wording.ts';

/** Failures of requests and their answers. */

/** `request` is a method with a path, `what` how it went. */
export function setupFailed(request: string, what: string): Failure {
  return failure(
    'setup-failed',
    worded`The setup request ${request} ${what}. Check its path, headers and body in the scenario.`,
  );
}

/** `output`: what the server printed; null if that is not known. */
export function notTwoHundred(
  url: string,
  status: number,
  body: string,
  output: string | null,
): Failure {
  const text = body.trim().replace(/\s+/g, ' ').slice(0, 200);
  const start = text === '' ? 'an empty body' : worded`the body ${{ kind: 'body', text }}`;
  return failure(
    'not-2xx',
    worded`No answer from ${formatUrl(url)} was 2xx: the first was ${status} with ${start}. ${nextAfter(status, output)}`,
    { status },
  );
}

function nextAfter(status: number, output: string | null): Wording {
  if (status >= 300 && status < 400) {
    return worded`Redirects are not followed: ${{ kind: 'give-url', what: 'the final path' }}.`;
  }
  if (status === 401 || status === 403) {
    return [{ kind: 'check-request', part: 'login' }];
  }
  if (status === 404) return [{ kind: 'check-request', part: 'path' }];
  const check: Wording = [{ kind: 'check-request', part: 'all' }];
  return status >= 500 && output !== null ? [...check, ' ', lastOutput(output)] : check;
}

/** `line`: where most of the time went, with its share of it and its file as a person calls it. */
export function serverBlocked(
  silentS: number,
  line: { file: string; name: string; line: number; self: number } | null,
): Failure {
  const where = line
    ? ` ${Math.round(line.self * 100)} % of that time went to ${line.name}:${line.line}.`
    : '';
  return failure(
    'server-blocked',
    worded`The server answered nothing for ${silentS.toFixed(1)} s, and its event loop was blocked all that time.${where} The load was stopped; the hot lines are of that time. ${{ kind: 'allow-slow-answers' }}`,
    line ? { place: { file: line.file, line: line.line } } : {},
  );
}

/** `tookS`: how long one request took by itself, after a window without an answer. */
export function slowerThanWindow(url: string, windowS: number, tookS: number): Failure {
  const enoughS = Math.ceil(Math.max(10, 10 * tookS));
  return failure(
    'slower-than-window',
    worded`No request to ${formatUrl(url)} was answered within the ${windowS.toFixed(1)} s of load; the next one took ${tookS.toFixed(1)} s. ${{ kind: 'measure-longer', seconds: enoughS }}`,
    { enoughS },
  );
}

/** `waitedFor`: whose time was over at the last request, that of the server's start or of an answer. */
export function answersTimeOut(
  url: string,
  waitedS: number,
  waitedFor: 'start' | 'answer',
): Failure {
  return failure(
    'answers-time-out',
    worded`No request to ${formatUrl(url)} was answered, the last not within ${waitedS} s. The event loop is not blocked, so the server waits: ${{ kind: 'find-awaited', orLonger: waitedFor }}.`,
  );
}

/** The load had the beginnings of answers, `bytes` of them, and not one whole. */
export function answersDoNotEnd(
  url: string,
  begun: number,
  bytes: number,
  waitedS: number,
): Failure {
  return failure(
    'answers-time-out',
    worded`${formatNumberOf(begun, 'answer')} from ${formatUrl(url)} began and none ended within ${waitedS.toFixed(1)} s; ${formatBytes(bytes)} of them came. What never ends, such as an event stream, can't be measured: ${{ kind: 'give-url', what: 'another path' }}. If they do end, ${{ kind: 'longer-answers' }}, or use fewer connections.`,
  );
}

export function couldNotConnect(url: string, reason: string): Failure {
  return failure(
    'load-could-not-connect',
    worded`The load got no answer from ${formatUrl(url)}: ${reason}. Check that the server accepts connections there, or ${{ kind: 'give-url', what: 'its address' }}.`,
  );
}

export function loadProcessDied(reason: string): Failure {
  return failure(
    'load-process-died',
    worded`The process that makes the load ended early (${reason}); run again, and report it if it happens again.`,
  );
}

export function loadRefused(reason: string): Failure {
  return failure(
    'load-process-died',
    worded`The load could not be made as asked: ${reason}; check the request's options.`,
  );
}

/** `confirmed`: the name that was given for it and is another; null: none. */
export function remoteHost(host: string, confirmed: string | null): Failure {
  const what =
    confirmed === null
      ? `${host} is not this machine, so nothing was started`
      : `The load would go to ${host}, and what was confirmed is ${confirmed}, so nothing was started`;
  return failure(
    'remote-host',
    worded`${what}. If you may load that machine, ${{ kind: 'confirm-host', host }}, or ${{ kind: 'give-url', what: 'a path' }}.`,
  );
}

/** The load went to another machine, which was to pass it on to the server that was launched. */
export function targetNotReached(host: string, answers: number): Failure {
  return failure(
    'target-not-reached',
    worded`${host} gave ${answers} answers, and none of the requests reached the server that was launched here, so there is nothing to show. Let ${host} pass its requests on to this server, or ${{ kind: 'give-url', what: 'a path' }}.`,
  );
}

import { FailureError } from '../../shared/failure.ts';
import { noServerOfProcess } from '../../shared/attachFailures.ts';
import { severalServers } from '../../shared/launchFailures.ts';
import type { LoadOptions } from '../../shared/runOptions.ts';
import { redactedText } from '../../shared/secretText.ts';
import { connectHosts, parseLoadUrl, type ServerPlace } from '../serving/loadAddress.ts';
import { firstRequest } from '../load/loadPlan.ts';
import { confirmedHost } from '../serving/otherHost.ts';
import { chooseServer, type Candidate } from '../serving/chooseServer.ts';
import type { ListeningPort } from '../processes/listeningPorts.ts';
import { askOnce, probeScheme } from '../serving/probe.ts';
import { serverChoice } from '../serving/serverChoice.ts';

const answerMs = 2000;

/**
 * Finds where the load of a process that runs already goes: to the address that its URL names, else to
 * the server among `ports` that answers the path best. Throws FailureError `load-could-not-connect`,
 * `several-servers` or `remote-host`.
 *
 * @param ports without that of the inspector
 */
export async function attachedServer(
  load: LoadOptions,
  pid: number,
  ports: readonly ListeningPort[],
  redact: (text: string) => string,
): Promise<ServerPlace> {
  const other = await confirmedHost(load);
  if (other) return other;
  const { named, port: wanted } = parseLoadUrl(load.url);
  if (named && wanted !== null) {
    const { scheme, hostname: host } = named;
    return { scheme, host, port: wanted, socketPath: null };
  }
  const candidates: Candidate[] = [];
  for (const { host, port } of ports) {
    const place = await placeOn(host, port);
    const isKnown = candidates.some((each) => each.place.port === port);
    if (place && !isKnown) candidates.push({ place, answer: null });
  }
  if (candidates.length === 0) {
    const numbers = [...new Set(ports.map(({ port }) => `${port}`))];
    throw new FailureError(noServerOfProcess(pid, numbers));
  }
  const request = firstRequest(load);
  const isHarmless = request.method === 'GET' || request.method === 'HEAD';
  if (candidates.length > 1 && isHarmless) {
    await Promise.all(
      candidates.map(async (each) => {
        each.answer = (await askOnce(each.place, request, answerMs)) ?? 'none';
      }),
    );
  }
  const preferred = load.server ? [load.server.port] : [];
  const choice = chooseServer(candidates, request.path, preferred);
  if (choice.kind === 'chosen') return choice.candidate.place;
  const choices = candidates.map((each) => serverChoice(each, request, redact));
  throw new FailureError(severalServers(redactedText(request.path), choices));
}

async function placeOn(host: string, port: number): Promise<ServerPlace | null> {
  for (const each of connectHosts(host)) {
    const end = { host: each, port, socketPath: null };
    const scheme = await probeScheme(end);
    if (scheme) return { ...end, scheme };
  }
  return null;
}

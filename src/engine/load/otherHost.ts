import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { FailureError } from '../../shared/failure.ts';
import { couldNotConnect, remoteHost } from '../../shared/failureText.ts';
import { isHostTyped } from '../../shared/hostName.ts';
import type { LoadOptions } from '../../shared/runOptions.ts';
import { originOf, parseUrlWish, type ServerPlace } from './loadAddress.ts';

/** Of this machine alone. Also in IPv6's notation of IPv4 (`::ffff:127.0.0.1`), which the list knows. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
// The unspecified address too: servers print it as theirs.
loopback.addAddress('0.0.0.0', 'ipv4');
loopback.addAddress('::', 'ipv6');

/** A resolver that does not answer is not waited for longer. */
const lookupMs = 10_000;

/**
 * The place of another machine that a load's URL names; null where it is this one, or a path. A name
 * is this machine's where all of its addresses are. Throws FailureError `load-could-not-connect`
 * where the name has none.
 */
export async function otherHost(url: string): Promise<ServerPlace | null> {
  const { named, port } = parseUrlWish(url);
  if (!named || port === null) return null;
  const { hostname, scheme } = named;
  const place: ServerPlace = { scheme, host: hostname, port, socketPath: null, isOther: true };
  const addresses = await addressesOf(hostname, originOf(place));
  return addresses.every(isLoopback) ? null : place;
}

/** {@link otherHost}, once it is confirmed for this run. Throws FailureError `remote-host` until then. */
export async function confirmedHost({
  url,
  confirmedHost: typed,
}: Pick<LoadOptions, 'url' | 'confirmedHost'>): Promise<ServerPlace | null> {
  const place = await otherHost(url);
  if (!place) return null;
  const host = hostOf(place);
  if (typed === undefined || !isHostTyped(host, typed)) {
    throw new FailureError(remoteHost(host, typed ?? null));
  }
  return place;
}

/** As a URL has it, without a port. */
export function hostOf({ host }: ServerPlace): string {
  return host.includes(':') ? `[${host}]` : host;
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

async function addressesOf(hostname: string, origin: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const message = `its name was not found within ${lookupMs / 1000} s`;
    timer = setTimeout(() => reject(new Error(message)), lookupMs);
  });
  try {
    const found = await Promise.race([lookup(hostname, { all: true }), late]);
    return found.map(({ address }) => address);
  } catch (error) {
    // These are this machine's by their standard, whether a resolver knows them or not.
    if (/(^|\.)localhost\.?$/.test(hostname)) return ['127.0.0.1'];
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOTFOUND' ? `the name ${hostname} has no address` : message;
    throw new FailureError(couldNotConnect(origin, reason));
  } finally {
    clearTimeout(timer);
  }
}

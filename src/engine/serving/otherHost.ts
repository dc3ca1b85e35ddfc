import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { FailureError } from '../../shared/failure.ts';
import { couldNotConnect, remoteHost } from '../../shared/loadFailures.ts';
import { isHostTyped } from '../../shared/hostName.ts';
import type { LoadOptions } from '../../shared/runOptions.ts';
import { originOf, parseLoadUrl, type ServerPlace } from './loadAddress.ts';

/** Addresses of this machine. BlockList also matches their IPv4-mapped form (`::ffff:127.0.0.1`). */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
// Servers print the unspecified address as their own.
loopback.addAddress('0.0.0.0', 'ipv4');
loopback.addAddress('::', 'ipv6');

const lookupMs = 10_000;

/**
 * The place on another machine that a load's URL names; null for a path or for this machine. A name
 * means this machine if all its addresses do. Throws FailureError `load-could-not-connect` if the
 * name has no address.
 */
export async function otherHost(url: string): Promise<ServerPlace | null> {
  const { named, port } = parseLoadUrl(url);
  if (!named || port === null) return null;
  const { hostname, scheme } = named;
  const place: ServerPlace = { scheme, host: hostname, port, socketPath: null, isOther: true };
  const addresses = await addressesOf(hostname, originOf(place));
  return addresses.every(isLoopback) ? null : place;
}

/** {@link otherHost}, if it was confirmed for this run. Throws FailureError `remote-host` if not. */
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

/** The host as written in a URL, without a port. */
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
    // By their standard, localhost names are this machine even if the resolver does not know them.
    if (/(^|\.)localhost\.?$/.test(hostname)) return ['127.0.0.1'];
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOTFOUND' ? `the name ${hostname} has no address` : message;
    throw new FailureError(couldNotConnect(origin, reason));
  } finally {
    clearTimeout(timer);
  }
}

import type { WaitKind, WaitName } from '../../shared/requestTimes.ts';
import { pathPattern } from '../requests/pathPattern.ts';

/** The fields that are read here of the resources of `async_hooks`. */
export interface AsyncObject {
  /** The delay of a timer in milliseconds. */
  _idleTimeout?: number;
  /** Present if the resource is of an outgoing HTTP request. */
  req?: {
    method?: string;
    path?: string;
    protocol?: string;
    getHeader?: (name: string) => unknown;
  };
  type?: string;
  constructor?: { name: string };
}

interface SocketLike {
  remoteAddress?: string;
  remotePort?: number;
  server?: unknown;
  path?: string;
}

/**
 * These live longer than one request, and are called back for many: whoever made them has not caused
 * what they do later. That is told by the promise that they resolve.
 */
const shared =
  /^(?:TCPWRAP|PIPEWRAP|TTYWRAP|TLSWRAP|UDPWRAP|WORKER|MESSAGEPORT|TCPSERVERWRAP|PIPESERVERWRAP|FSEVENTWRAP|HTTP2SESSION|PROCESSWRAP)$/;

export function isShared(type: string): boolean {
  return shared.test(type);
}

const kinds: readonly [RegExp, WaitKind][] = [
  [/^Timeout$/, 'timer'],
  [/^(?:FS|FILE|DIR|STATWATCHER|BLOB)/, 'fs'],
  [/^(?:GETADDRINFO|GETNAMEINFO|QUERYWRAP|DNSCHANNEL)/, 'dns'],
  [/^HTTPCLIENTREQUEST|^HTTP2STREAM/, 'http'],
  [/^ZLIB|^BROTLI|^ZSTD/, 'zlib'],
  [/^(?:WORKER|MESSAGEPORT)/, 'worker'],
  [/^PROCESSWRAP/, 'child'],
  [/^(?:WRITEWRAP|SHUTDOWNWRAP|STREAM)/, 'stream'],
  [/^(?:TCP|TLS|PIPE|UDP|SocketConnect)/, 'net'],
  [/REQUEST$|^(?:PBKDF2|SCRYPT|RANDOM|HASH|SIGN|KEYPAIR)/, 'crypto'],
];

/** Programs by the port on which they usually listen. */
const databasePorts: ReadonlyMap<number, string> = new Map([
  [5432, 'postgres'],
  [3306, 'mysql'],
  [6379, 'redis'],
  [27017, 'mongodb'],
  [1433, 'sqlserver'],
  [9042, 'cassandra'],
]);

/** @param operation what a library said of itself */
export function describeWait(
  type: string | undefined,
  resource: AsyncObject,
  operation: WaitName | null,
): WaitName {
  if (operation) return operation;
  const typeName = type ?? typeOf(resource);
  const kind = kinds.find(([pattern]) => pattern.test(typeName))?.[1] ?? 'other';
  if (typeName === 'HTTPCLIENTREQUEST') return { kind, target: outgoingRequest(resource) };
  if (typeName === 'HTTPINCOMINGMESSAGE') return { kind: 'net', target: 'request body' };
  if (kind !== 'net') return { kind, target: '' };
  const socket = socketOf(resource);
  if (socket?.server) return { kind, target: 'request body' };
  const { remoteAddress, remotePort } = socket ?? {};
  if (remotePort === undefined) return { kind, target: socket?.path ?? '' };
  const database = databasePorts.get(remotePort);
  const peer = `${remoteAddress}:${remotePort}`;
  return database === undefined
    ? { kind, target: peer }
    : { kind: 'db', target: `${database} ${peer}` };
}

/** The type of a resource of which nobody has heard that it was made. */
export function typeOf({ type, constructor }: AsyncObject): string {
  if (type !== undefined) return type;
  switch (constructor?.name) {
    case 'TCP':
      return 'TCPWRAP';
    case 'Pipe':
      return 'PIPEWRAP';
    case 'TLSWrap':
      return 'TLSWRAP';
    case 'Process':
      return 'PROCESSWRAP';
    case 'MessagePort':
      return 'MESSAGEPORT';
    default:
      return constructor?.name ?? '';
  }
}

function outgoingRequest({ req }: AsyncObject): string {
  const host = req?.getHeader?.('host');
  if (!req || typeof host !== 'string') return '';
  const origin = `${req.protocol ?? 'http:'}//${host}`;
  return `${req.method ?? 'GET'} ${origin}${pathPattern(req.path ?? '')}`;
}

/** The JavaScript socket of a handle of Node.js. */
function socketOf(handle: AsyncObject): SocketLike | null {
  const owner = Object.getOwnPropertySymbols(handle).find(
    ({ description }) => description === 'owner_symbol',
  );
  return owner === undefined ? null : ((handle as Record<symbol, SocketLike>)[owner] ?? null);
}

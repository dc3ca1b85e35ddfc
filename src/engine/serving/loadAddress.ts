export interface LoadUrl {
  /** Path with query, encoded. */
  path: string;
  /** The port of a whole URL; null for a path. */
  port: number | null;
  /** Scheme, host and user of a whole URL; null for a path. */
  named: {
    scheme: 'http' | 'https';
    /** For the Host header: with the port if it is not the scheme's default. */
    host: string;
    /** For connecting: IPv6 without brackets. */
    hostname: string;
    authorization: string | null;
  } | null;
}

/** Reads `--url`, on any host. Throws a plain Error if it is not a URL that can be loaded. */
export function parseLoadUrl(url: string): LoadUrl {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) {
    // The leading slash keeps `//host` from being read as a host.
    const parsed = new URL('http://localhost' + (url.startsWith('/') ? url : `/${url}`));
    return { path: parsed.pathname + parsed.search, port: null, named: null };
  }
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new Error(`The URL ${url} is neither http nor https.`);
  }
  const scheme = parsed.protocol === 'https:' ? 'https' : 'http';
  const user = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
  return {
    path: parsed.pathname + parsed.search,
    port: Number(parsed.port) || (scheme === 'https' ? 443 : 80),
    named: {
      scheme,
      host: parsed.host,
      hostname: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
      authorization: user === ':' ? null : `Basic ${Buffer.from(user).toString('base64')}`,
    },
  };
}

/** An address at which a server takes connections. */
export interface ServerPlace {
  scheme: 'http' | 'https';
  host: string;
  /** 0 with a socket file. */
  port: number;
  /** Path of a socket file, instead of host and port. */
  socketPath: string | null;
  /** On another machine, which the user has confirmed by name. */
  isOther?: true;
}

/** Addresses to try for a server that listens on `host`, likeliest first. */
export function connectHosts(host: string, isIpv6Only = false): string[] {
  if (host === '0.0.0.0') return ['127.0.0.1'];
  // This usually accepts IPv4 too; if it does not, another server may hold that port on IPv4.
  if (host === '::') return isIpv6Only ? ['::1'] : ['127.0.0.1', '::1'];
  return [host];
}

/** A URL to show: `http://127.0.0.1:3000`, `https://[::1]:8443`, `http://unix:/tmp/web.sock:`. */
export function originOf({ scheme, host, port, socketPath }: ServerPlace): string {
  if (socketPath !== null) return `${scheme}://unix:${socketPath.replace('\0', '@')}:`;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

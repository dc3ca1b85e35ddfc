/**
 * How numbers are written for people, in the terminal and in views: one home, so that the same
 * figure reads the same everywhere. A number that is not finite is written as a dash.
 */

/** Narrow no-break space: groups digits without looking like two numbers. */
const groupSeparator = '\u202f';

const unknown = '–';

/** `0.342` → `34.2 %`. A share above 0 that rounds to nothing is `<0.1 %`. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return unknown;
  if (share === 0) return '0 %';
  if (Math.abs(share) < 0.0005) return '<0.1 %';
  const percent = (share * 100).toFixed(1);
  return percent === '100.0' ? '100 %' : `${percent} %`;
}

/** `12345` → `12 345`, rounded to whole numbers. */
export function formatCount(count: number): string {
  if (!Number.isFinite(count)) return unknown;
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, groupSeparator);
}

/** A rate such as requests per second: whole from 100 on, with decimals where they say something. */
export function formatRate(perS: number): string {
  if (!Number.isFinite(perS)) return unknown;
  if (perS === 0) return '0';
  if (Math.abs(perS) >= 99.95) return formatCount(perS);
  return perS.toFixed(Math.abs(perS) >= 9.995 ? 1 : 2);
}

/** Milliseconds for people: `340 µs`, `312 ms`, `3.2 s`, `2 min 5 s`, `1 h 4 min`. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return unknown;
  if (ms === 0) return '0 ms';
  if (ms < 0.9995) return `${Math.round(ms * 1000)} µs`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long ago: `just now`, `3 min ago`, `5 h ago`, `2 days ago`. */
export function formatAgo(ms: number): string {
  if (!Number.isFinite(ms)) return unknown;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  return `${formatNumberOf(Math.round(hours / 24), 'day')} ago`;
}

/** A measured window, which always ends a moment late, to half a second: `8.1` → `8 s`. */
export function formatWindow(seconds: number): string {
  return formatDuration(seconds < 1 ? seconds * 1000 : Math.round(seconds * 2) * 500);
}

/** A latency in milliseconds with three digits: `0.42 ms`, `2.34 ms`, `23.4 ms`, `234 ms`, `1.23 s`. */
export function formatLatency(ms: number): string {
  if (!Number.isFinite(ms)) return unknown;
  if (ms === 0) return '0 ms';
  if (ms < 0.995) return `${ms.toFixed(2)} ms`;
  return ms < 999.5 ? `${threeDigits(ms)} ms` : `${threeDigits(ms / 1000)} s`;
}

/** Milliseconds with about two digits, for words: `0.34 ms`, `2.4 ms`, `24 ms`, `234 ms`, `1.2 s`. */
export function formatRoughMs(ms: number): string {
  if (!Number.isFinite(ms)) return unknown;
  if (ms === 0) return '0 ms';
  if (ms < 0.01) return '<0.01 ms';
  if (ms >= 999.5) return `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`;
  const digits = ms >= 9.95 ? 0 : ms >= 0.995 ? 1 : 2;
  return `${Number(ms.toFixed(digits))} ms`;
}

/** CPU time of a request with three digits: `9.81 µs`, `231 µs`, `1.23 ms`; `0 µs` for nothing at all. */
export function formatMicros(micros: number): string {
  if (!Number.isFinite(micros)) return unknown;
  if (micros === 0) return '0 µs';
  if (Math.abs(micros) >= 999.5) return formatLatency(micros / 1000);
  return `${threeDigits(micros)} µs`;
}

/** Decimal units: `512 B`, `1.21 kB`, `34.5 MB`. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return unknown;
  if (bytes < 999.5) return `${Math.round(bytes)} B`;
  let value = bytes;
  let unit = 'B';
  for (const next of ['kB', 'MB', 'GB', 'TB']) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return `${threeDigits(value)} ${unit}`;
}

/** `no errors`, `1 error`, `12 errors`. */
export function formatNumberOf(count: number, singular: string, plural = `${singular}s`): string {
  if (count === 0) return `no ${plural}`;
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/**
 * The address of the load; a socket file by its name alone, because its folder is long and often
 * temporary.
 */
export function formatUrl(url: string): string {
  const [, file, path = ''] = /^https?:\/\/unix:(.*):(\/.*)?$/.exec(url) ?? [];
  if (file === undefined) return url;
  const name = file.slice(file.lastIndexOf('/') + 1);
  return path === '' ? `the socket file ${name}` : `${path} on the socket file ${name}`;
}

function threeDigits(value: number): string {
  if (Math.abs(value) >= 99.95) return formatCount(value);
  return value.toFixed(Math.abs(value) >= 9.995 ? 1 : 2);
}

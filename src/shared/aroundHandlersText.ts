import { formatMicros, formatShare } from './format.ts';
import { plainLine } from './plainText.ts';
import type { Report, UnattributedReport } from './report.ts';

const maxNames = 4;
const minShare = 0.005;

/**
 * Lists what ran with no visible code on the stack, by package, with what it calls of Node.js but for
 * HTTP: `Around your handlers: @hapi/hapi 64.0 %, Node.js HTTP 30.0 %. A request takes 200 µs of CPU
 * time there, which counts for no line of yours.` Empty if everything has a line.
 */
export function aroundHandlersText({
  unattributed,
  sampling,
  load,
}: Pick<Report, 'unattributed' | 'sampling' | 'load'>): string {
  const shares = sharesByOwner(unattributed);
  const named = shares.filter(([, share]) => share >= minShare).slice(0, maxNames);
  if (!sampling || named.length === 0) return '';
  const rest = shares.slice(named.length).reduce((sum, [, share]) => sum + share, 0);
  const list = [...named, ['others', rest] as const]
    .filter(([, share]) => share >= 0.0005)
    .map(([name, share]) => `${name} ${formatShare(share)}`)
    .join(', ');
  const where = load ? 'Around your handlers' : 'Around your code';
  return `${where}: ${list}.${costText(sampling)}`;
}

function costText({
  cpuMicrosPerRequest,
  unattributedShare,
}: Pick<NonNullable<Report['sampling']>, 'cpuMicrosPerRequest' | 'unattributedShare'>): string {
  if (cpuMicrosPerRequest === null) return '';
  const micros = formatMicros(cpuMicrosPerRequest * unattributedShare);
  return ` A request takes ${micros} of CPU time there, which counts for no line of yours.`;
}

/** Largest first. */
function sharesByOwner(unattributed: readonly UnattributedReport[]): [string, number][] {
  const shares = new Map<string, number>();
  for (const each of unattributed) {
    const name = ownerOf(each);
    shares.set(name, (shares.get(name) ?? 0) + each.self);
  }
  return [...shares].sort((a, b) => b[1] - a[1]);
}

function ownerOf(entry: UnattributedReport): string {
  switch (entry.area) {
    case 'deps':
      return plainLine(entry.package) || 'packages';
    case 'core':
      if (httpModule.test(entry.file ?? '')) return 'Node.js HTTP';
      return plainLine(entry.caller ?? '') || 'Node.js core';
    case 'app':
      return 'your code';
    case 'wasm':
      return 'WebAssembly';
    case 'gc':
      return 'garbage collection';
    case 'v8':
      return "V8's builtins";
    case 'native':
      return 'native code';
  }
}

/** Node's modules for HTTP, and the sockets and streams below it. */
const httpModule =
  /^node:(internal\/)?(_?http|_?tls|net$|_?stream|streams?\/|webstreams\/|js_stream_socket)/;

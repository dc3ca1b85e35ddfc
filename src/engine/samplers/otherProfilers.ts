/**
 * Packages that start V8's CPU profiler in the server, which silences V8's log. Those that build on
 * others in the list come first.
 */
const packages = [
  '@sentry/profiling-node',
  '@sentry/node-cpu-profiler',
  '@pyroscope/nodejs',
  '@google-cloud/profiler',
  '@instana/autoprofile',
  '@datadog/pprof',
  'pprof',
  'v8-profiler-next',
  'v8-profiler-node8',
  'v8-profiler',
];

/** The first such package with a script among these paths, else null. */
export function profilerPackage(paths: readonly string[]): string | null {
  const all = paths.map((path) => path.replaceAll('\\', '/'));
  const isThere = (name: string) => all.some((path) => path.includes(`/node_modules/${name}/`));
  return packages.find(isThere) ?? null;
}

/** Documented variables that turn a profiler on, and off by the value `false`. */
const switches: ReadonlyMap<string, string> = new Map([
  ['DD_PROFILING_ENABLED', 'Datadog'],
  ['DD_EXPERIMENTAL_PROFILING_ENABLED', 'Datadog'],
  ['NEW_RELIC_PROFILING_ENABLED', 'New Relic'],
  ['SPLUNK_PROFILER_ENABLED', 'Splunk'],
]);

const off = 'false';

/** The environment with its profilers turned off, and a sentence on each. */
export function withoutOtherProfilers(env: NodeJS.ProcessEnv): {
  env: NodeJS.ProcessEnv;
  notes: string[];
} {
  const on = [...switches].filter(([name]) => /^(true|1|auto|yes|on)$/i.test(env[name] ?? ''));
  return {
    env: { ...env, ...Object.fromEntries(on.map(([name]) => [name, off])) },
    notes: on.map(
      ([name, product]) =>
        `The profiler of ${product} was kept off in this run, by ${name}=${off}: while it runs, V8 writes no log.`,
    ),
  };
}

import { withoutSamplerFlags } from '../launch/sampledChildren.ts';

/** Such flags let others watch or restart a process, or have V8 write it down: they take its time, or a port. */
const watching =
  /^--(?:no-)?(?:inspect|debug-port|cpu-prof|heap-prof|watch|prof|log(?:-|file)|redirect-code-traces|ll-prof|perf-)/;

/** Those of them that may have their value in the next word. */
const withValue =
  /^--(?:inspect-port|debug-port|watch-path|(?:cpu|heap)-prof-(?:dir|name|interval))$/;

/**
 * The flags of a sampled process without those that Hotframe has added. Hotframe's stand before its
 * preload, and what the user wrote after it:
 *
 *     --prof … --no-sparkplug --require=PRELOAD --no-sparkplug --max-old-space-size=300
 *
 * gives `--no-sparkplug --max-old-space-size=300`. Flags before, such as those of a launcher that
 * starts Node.js, are known by their names.
 */
export function flagsOfUser(execArgv: readonly string[], preload: string): string[] {
  const own = `--require=${preload}`;
  const end = execArgv.lastIndexOf(own) + 1;
  const before = withoutSamplerFlags(execArgv.slice(0, end)).filter((flag) => flag !== own);
  const flags = [...before, ...execArgv.slice(end)];
  return flags.filter((flag, index) => {
    const isValue = !flag.startsWith('-') && withValue.test(flags[index - 1] ?? '');
    return !isValue && !watching.test(flag.replaceAll('_', '-'));
  });
}

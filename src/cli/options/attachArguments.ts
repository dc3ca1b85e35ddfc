import type { AttachOptions } from '../../shared/attach.ts';
import { usualIntervalMicros } from '../../shared/samplingInterval.ts';
import type { AttachFlags } from './attachProgram.ts';
import type { RunFlags } from './runProgram.ts';
import { readLoad } from './runArguments.ts';
import { UsageError } from './usageError.ts';

/** Options of the load, which contradict `--no-load`. */
const loadNames = {
  url: '--url',
  confirmHost: '--confirm-host',
  connections: '--connections',
  warmup: '--warmup',
  method: '--method',
  header: '--header',
  body: '--body',
  pipelining: '--pipelining',
  rate: '--rate',
  timeout: '--timeout',
  har: '--har',
  requests: '--requests',
  scenario: '--scenario',
} as const satisfies Partial<Record<keyof AttachFlags, string>>;

export function readAttachOptions(
  flags: AttachFlags,
  given: ReadonlySet<keyof AttachFlags>,
  cwd: string,
): AttachOptions {
  const { pid, port } = flags;
  if (pid === undefined && port === undefined) {
    throw new UsageError('say which process: hotframe attach --port 3000, or --pid 4711');
  }
  for (const [name, option] of Object.entries(loadNames)) {
    if (!flags.load && given.has(name as keyof typeof loadNames)) {
      throw new UsageError(`${option} is of a load, and --no-load sends none`);
    }
  }
  const ofRun = given as ReadonlySet<string> as ReadonlySet<keyof RunFlags>;
  const load = flags.load ? readLoad(flags, ofRun, cwd, cwd).load : null;
  return {
    target: pid === undefined ? { port: port! } : { pid },
    load,
    durationS: flags.duration,
    workspaceFolders: [],
    intervalMicros: flags.interval ?? usualIntervalMicros(load?.durationS ?? flags.duration),
    areas: flags.areas,
  };
}

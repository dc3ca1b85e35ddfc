import { originOf } from '../load/loadAddress.ts';
import type { TargetReport } from '../../shared/report.ts';
import { processStarts } from './startedScripts.ts';
import type { Target } from './target.ts';
import type { ServerAddress } from './waitForListener.ts';

/** What the report says of a server that listens, before anything of it was sampled. */
export function launchedTarget(
  target: Target,
  { listener, place }: ServerAddress,
  cwd: string,
): Omit<TargetReport, 'command'> {
  const [main] = processStarts(target);
  return {
    // A sampler may start it by a program of its own.
    pid: main?.pid ?? target.pid,
    node: main?.node ?? '',
    v8: main?.v8 ?? '',
    cwd,
    url: originOf(place),
    listenMs: Number(BigInt(listener.at) - target.launchedNs) / 1e6,
    processes: [],
  };
}

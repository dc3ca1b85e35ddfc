import type { ProfileIsolate } from '../../analysis/profile/profile.ts';
import type { Hello } from '../processes/targetEvents.ts';
import { BusyClock } from './busyClock.ts';
import { InspectedProcess } from './inspectedProcess.ts';
import { profileOfThreads, type SampledThread } from './inspectorProfile.ts';
import { scriptUrls, type CpuProfile } from './cutCpuProfile.ts';
import type { LaunchSampler, ProfileRequest, SampledProfile, Sampling } from './sampling.ts';

/** Tells the preload to open the inspector of its process. */
const inspectorVariable = 'HOTFRAME_OPEN_INSPECTOR';

/**
 * V8's CPU profiler over the inspector, which the preload opens on a port of its own in each
 * Node.js process of the target. It needs no flag, so a server is sampled however it is started.
 */
export const inspector: LaunchSampler = {
  name: 'inspector',
  needsExactLines: false,
  launch: (command, env) => ({
    file: command.file,
    arguments: [...command.before, ...command.after],
    env: withInspector(env),
  }),
  environment: withInspector,
  open: (_runFolder, intervalMicros) => new InspectorSampling(intervalMicros),
};

/** Keeps Node.js from printing its inspector's address on the server's output. */
function withInspector(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const quiet = '--inspect-publish-uid=http';
  const options = env['NODE_OPTIONS'] ?? '';
  return {
    ...env,
    [inspectorVariable]: '1',
    NODE_OPTIONS: options.includes(quiet) ? options : `${quiet} ${options}`.trim(),
  };
}

/** Samples the processes of a target whose inspectors were reported. */
class InspectorSampling implements Sampling {
  readonly #processes = new Map<number, InspectedProcess>();
  readonly #busy = new BusyClock();

  constructor(private readonly intervalMicros: number) {}

  isSampled({ pid }: Hello): boolean {
    return this.#processes.has(pid);
  }

  async begin(hellos: readonly Hello[]): Promise<void> {
    await Promise.all(
      hellos.map(async ({ pid, threadId, inspector: url }) => {
        if (threadId !== 0 || url === undefined || this.#processes.has(pid)) return;
        try {
          const inspected = await InspectedProcess.connect(url);
          this.#processes.set(pid, inspected);
          void inspected.closed.then(() => this.#busy.forget(pid));
          this.#busy.watch(pid);
        } catch {
          // The process has ended. If it was the server, others notice.
        }
      }),
    );
    await this.#each((inspected) => inspected.startSampling(this.intervalMicros));
  }

  async beginWindow(hellos: readonly Hello[]): Promise<void> {
    await this.begin(hellos);
    await this.#each((inspected) => inspected.beginWindow());
  }

  isBusy(pid: number, sinceNs: bigint): boolean {
    return this.#busy.wasBusy(pid, sinceNs);
  }

  async readUnread(): Promise<boolean> {
    return false;
  }

  async profile(request: ProfileRequest, endTarget: () => Promise<void>): Promise<SampledProfile> {
    const mainPid = request.hellos[0]?.pid;
    const isSampled = (hello: Hello) => hello.threadId === 0 && this.isSampled(hello);
    const processes = request.hellos.filter(isSampled);
    const threads = (
      await this.#each((inspected, pid) => threadsOf(inspected, pid, pid === mainPid))
    ).flat();
    // Otherwise a process that wants to end would wait for the connection.
    await this.end();
    void endTarget();
    const { intervalMicros } = this;
    return profileOfThreads(threads, { ...request, intervalMicros, processes });
  }

  /** This profiler works beside other profilers. */
  async doubt(): Promise<null> {
    return null;
  }

  async end(): Promise<void> {
    this.#busy.end();
    await this.#each((inspected) => inspected.close());
    this.#processes.clear();
  }

  /** Leaves out processes that have ended. */
  async #each<T>(work: (inspected: InspectedProcess, pid: number) => Promise<T>): Promise<T[]> {
    const all = [...this.#processes].map(([pid, inspected]) =>
      work(inspected, pid).then(
        (value) => [value],
        () => [],
      ),
    );
    return (await Promise.all(all)).flat(1) as T[];
  }
}

/** Ends the sampling of a process; gives its profiles with the texts that ran. */
export async function threadsOf(
  inspected: InspectedProcess,
  pid: number,
  isMain: boolean,
): Promise<SampledThread[]> {
  const profiles = await inspected.stopSampling();
  const urls = new Set(profiles.flatMap(({ profile }) => [...scriptUrls(profile as CpuProfile)]));
  // Without sources, the files on disk are used.
  const sources = await inspected.sources(urls).catch(() => new Map<string, string>());
  return profiles.map(({ threadId, profile }) => {
    const role = threadId !== 0 ? 'worker' : isMain ? 'main' : 'child';
    const isolate: ProfileIsolate = { pid, threadId, role };
    return { isolate, profile: profile as CpuProfile, sources };
  });
}

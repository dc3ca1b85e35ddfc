import { delimiter, dirname, join } from 'node:path';
import { LearningPhase } from '../../src/engine/learning/learningPhase.ts';
import { AllocationCount } from '../../src/engine/memory/allocationCount.ts';
import { TargetEvents } from '../../src/engine/processes/targetEvents.ts';
import { LogTail } from '../../src/engine/profile/logTail.ts';
import { artifactPath } from '../../src/engine/programs/artifacts.ts';
import {
  createRunFolder,
  logParent,
  nameRunFolder,
  removeRunFolder,
} from '../../src/engine/runFolder/runFolder.ts';
import { v8Log } from '../../src/engine/samplers/v8Log.ts';
import { needsSparkplugOff, type NodeCommand } from '../../src/engine/processes/nodeCommand.ts';
import { runFolderVariable } from '../../src/engine/processes/processTree.ts';
import { targetEnvironment } from '../../src/engine/launch/targetEnvironment.ts';
import { peerCommand, peerEnvironment, peerFolder, peerLabel } from './peers.ts';

/** What is to be started. */
export interface StartOrder {
  /** Absolute path of the Node.js binary, and its line. */
  node: string;
  major: number;
  /** The script and its arguments. */
  script: string[];
  /** For what the profiler writes; its working folder. */
  folder: string;
}

export interface StartedWay {
  file: string;
  arguments: string[];
  env: NodeJS.ProcessEnv;
  /** Once the server listens on the port, before it is loaded. */
  ready?(port: number): Promise<void>;
  /** Samples read so far; absent where that is not known. */
  samples?(): number;
  /** After its end. */
  close?(): Promise<void>;
}

/** One way to run a server: alone, or under a profiler. */
export interface CostWay {
  name: string;
  /** Why it is not measured on a Node.js line; null where it is. */
  cannot?(major: number): string | null;
  prepare(order: StartOrder): Promise<StartedWay>;
}

export const alone: CostWay = {
  name: 'no profiler',
  prepare: async ({ node, script }) => ({ file: node, arguments: script, env: cleanEnvironment() }),
};

/** The same once more: how far apart two figures of the same are. */
export const aloneAgain: CostWay = { ...alone, name: 'no profiler, once more' };

export interface HotframeVariant {
  intervalMicros: number;
  name?: string;
  /** Put behind the sampler's own flags. */
  flags?: string[];
  /** Where the run's folder is to be; absent: where the engine puts it. */
  folder?: string;
  /** What of the sampler's own arguments stays. */
  keeps?(argument: string): boolean;
}

const usualLoad = { durationS: 10, warmupS: 2 };

/** As the engine starts it: its flags, its preload, its folder, its reader. */
export function hotframe(variant: HotframeVariant): CostWay {
  const { intervalMicros, flags = [], keeps = () => true } = variant;
  return {
    name: variant.name ?? `Hotframe, one sample each ${intervalMicros / 1000} ms`,
    async prepare({ node, major, script }) {
      const runFolder = await nameRunFolder(
        variant.folder ?? (await logParent({ load: usualLoad })),
      );
      await createRunFolder(runFolder);
      await AllocationCount.prepare(runFolder);
      const command: NodeCommand = { kind: 'node', file: node, before: [], after: script };
      const launch = v8Log.launch(command, targetEnvironment({}, node), {
        runFolder,
        preload: artifactPath('preload.cjs'),
        intervalMicros,
        exactLines: needsSparkplugOff(major, command),
        deep: false,
      });
      const tail = new LogTail(runFolder);
      tail.start();
      return {
        file: launch.file,
        arguments: [...flags, ...launch.arguments.filter(keeps)],
        env: { ...launch.env, [runFolderVariable]: runFolder },
        ready: () => countAllocations(runFolder),
        samples: () => tail.logs.reduce((sum, { isolate }) => sum + isolate.sampleTimes.length, 0),
        async close() {
          await tail.stop();
          await removeRunFolder(runFolder);
        },
      };
    },
  };
}

/** All that a run watches in the server but the samples: its event loop, collections and what it allocates. */
export const signals: CostWay = {
  name: 'Hotframe, the signals without samples',
  async prepare({ node, script }) {
    const runFolder = await nameRunFolder(await logParent({ load: usualLoad }));
    await createRunFolder(runFolder);
    await AllocationCount.prepare(runFolder);
    return {
      file: node,
      arguments: [`--require=${artifactPath('preload.cjs')}`, ...script],
      env: { ...cleanEnvironment(), [runFolderVariable]: runFolder },
      ready: () => countAllocations(runFolder),
      close: () => removeRunFolder(runFolder),
    };
  },
};

/** As in the window of a run. */
async function countAllocations(runFolder: string): Promise<void> {
  const count = await AllocationCount.prepare(runFolder);
  const events = new TargetEvents(runFolder);
  await count.begin(events);
  if (!events.counting.some(({ isAble }) => isAble)) throw new Error('the server does not count');
}

/** The stretch of load after the window, in which hooks say what causes CPU time, or where requests wait. */
export function hotframeHooks(what: 'learns causes' | 'follows requests', usual: CostWay): CostWay {
  return {
    name: `Hotframe, while it ${what}`,
    async prepare(order) {
      const started = await usual.prepare(order);
      const phase = await LearningPhase.prepare(started.env[runFolderVariable]!);
      return {
        ...started,
        async ready(port) {
          await phase.begin(null);
          if (what === 'follows requests') await phase.follow(port);
        },
      };
    },
  };
}

/** Node.js flags and nothing else. */
export function nodeFlags(name: string, flags: (order: StartOrder) => string[]): CostWay {
  return {
    name,
    prepare: async (order) => ({
      file: order.node,
      arguments: [...flags(order), ...order.script],
      env: cleanEnvironment(),
    }),
  };
}

const cpuProf = nodeFlags('node --cpu-prof', ({ folder }) => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
]);

const zeroX: CostWay = {
  name: peerLabel('0x'),
  prepare: async ({ node, script, folder }) => ({
    file: node,
    arguments: [
      await peerCommand('0x'),
      '--output-dir',
      join(folder, 'flamegraph'),
      '--',
      node,
      ...script,
    ],
    env: peerPath(node),
  }),
};

const clinicFlame: CostWay = {
  name: `${peerLabel('clinic')}, clinic flame`,
  prepare: async ({ node, script }) => ({
    file: node,
    arguments: [await peerCommand('clinic'), 'flame', '--', 'node', ...script],
    env: peerPath(node),
  }),
};

/** The peer of the stretch with hooks: it follows all that is asynchronous, for the whole run. */
export const clinicBubbleprof: CostWay = {
  name: `${peerLabel('clinic')}, clinic bubbleprof`,
  prepare: async ({ node, script }) => ({
    file: node,
    arguments: [await peerCommand('clinic'), 'bubbleprof', '--', 'node', ...script],
    env: peerPath(node),
  }),
};

const platformaticFlame: CostWay = {
  name: peerLabel('@platformatic/flame'),
  cannot: (major) => (major < 22 ? 'needs Node.js 22.6' : null),
  prepare: async ({ node, script }) => ({
    file: node,
    arguments: [await peerCommand('@platformatic/flame'), 'run', ...script],
    env: peerPath(node),
  }),
};

/** What platformatic/flame samples with, for the lines that it does not run on. */
const datadogPprof: CostWay = {
  name: `${peerLabel('@datadog/pprof')}, its time profile`,
  cannot: (major) => (major < 22 ? null : 'is in @platformatic/flame'),
  prepare: async ({ node, script }) => ({
    file: node,
    arguments: [`--require=${join(import.meta.dirname, 'pprofPreload.cjs')}`, ...script],
    env: { ...peerPath(node), PPROF_FOLDER: await peerFolder('@datadog/pprof') },
  }),
};

/** What people use today, each with the interval that it comes with. */
export const peerWays: readonly CostWay[] = [
  cpuProf,
  zeroX,
  clinicFlame,
  platformaticFlame,
  datadogPprof,
];

/** This Node.js comes first where a peer looks for one. */
function peerPath(node: string): NodeJS.ProcessEnv {
  const env = cleanEnvironment();
  const path = [dirname(node), env['PATH']].filter(Boolean).join(delimiter);
  return { ...env, ...peerEnvironment, PATH: path };
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  delete env['NODE_OPTIONS'];
  return env;
}

import { basename } from 'node:path';
import { FailureError } from '../../shared/failure.ts';
import { noNodeStarted, startsAnother, zeroXForks } from '../../shared/launchFailures.ts';
import { pathBelow } from '../../shared/filePaths.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import { artifactPath } from '../programs/artifacts.ts';
import type { Interruption } from '../processes/interruption.ts';
import { isSampled, learnCommand } from '../processes/learnedCommand.ts';
import type { ServerPlace } from '../serving/loadAddress.ts';
import { firstRequest } from '../load/loadPlan.ts';
import { launchSamplers } from './launchSamplers.ts';
import {
  needsSparkplugOff,
  nodeBinary,
  readNodeMajor,
  resolveCommand,
  wordsBeforeNode,
  type NodeCommand,
  type WrapperCommand,
} from '../processes/nodeCommand.ts';
import { emptyRunFolder } from '../runFolder/runFolder.ts';
import type { RunScope } from './runScope.ts';
import { heap } from '../samplers/heap.ts';
import { withoutOtherProfilers } from '../samplers/otherProfilers.ts';
import type { SampledLaunch } from '../samplers/sampling.ts';
import type { Sampler } from '../../shared/profileOrigin.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { Target } from './target.ts';
import { targetEnvironment, withPreload } from './targetEnvironment.ts';
import { waitForListener, type ServerAddress } from './waitForListener.ts';

/**
 * From a command to a sampled server. If the server turns out to be in a process that is not
 * sampled, the target is ended, and that process is started directly, with its own arguments,
 * folder and environment:
 *
 *   npm start ─► sh ─► node dist/server.js   listens, without the sampler
 *                      node --prof … dist/server.js   is started in its place
 *
 * Each run begins with the wrapper again, because it may do something first, such as a build.
 */
export interface Attempt {
  command: NodeCommand | WrapperCommand;
  cwd: string;
  env: NodeJS.ProcessEnv;
  hasChannel: boolean;
  /** The user's words before those of a node command, see {@link wordsBeforeNode}. */
  prefix: string[];
  /** Replaces the requested sampler if that one does not reach this server. */
  sampler?: Sampler;
}

export interface LaunchNeeds {
  options: RunOptions;
  /** The port in the load's URL; null: any. */
  wantedPort: number | null;
  /** Another machine that gets the load and forwards it to the server; null: none. */
  other: ServerPlace | null;
  /** Receives the target and its sampling; already has the folder and the guard. */
  scope: RunScope;
  interruption: Interruption;
  /** Secrets to redact; those in the environment of another process are added. */
  secrets: Secrets;
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
  /** The process behind the command is about to be started in its place. */
  onFound(command: string): void;
}

export interface LaunchedServer {
  address: ServerAddress;
  /** Notes on the launch for the reader of the report. */
  notes: string[];
  /** Notes on the settings of the sampler. */
  samplerNotes: string[];
  /** The attempt that succeeded. */
  attempt: Attempt;
}

/**
 * On Windows V8's sampler sleeps for whole milliseconds, and with an interval below one it would
 * not pause at all.
 */
const shortestMicros = process.platform === 'win32' ? 1000 : 0;

/** A wrapper may start another wrapper; more attempts than this mean a circle. */
const maxAttempts = 3;

/** The attempt with the command as given; throws FailureError if it can't be started. */
export function firstAttempt(options: RunOptions): Attempt {
  const { command, cwd, node } = options;
  const plain = targetEnvironment(options.env, null);
  const binary = node === undefined ? null : nodeBinary(node, cwd, plain);
  const env = targetEnvironment(options.env, binary);
  const resolved = resolveCommand({ command, cwd, env, ...(node === undefined ? {} : { node }) });
  return { command: resolved, prefix: [], cwd, env, hasChannel: false };
}

/**
 * Starts the command, then the processes behind it if necessary, until a sampled process listens.
 * Throws FailureError.
 */
export async function launchServer(first: Attempt, needs: LaunchNeeds): Promise<LaunchedServer> {
  const { options, scope, interruption, secrets } = needs;
  const given = secrets.redactCommand(options.command).join(' ');
  let attempt = first;
  const kept = new Set<string>();
  let found: string | null = null;
  for (let count = 1; ; count++) {
    const samplerNotes: string[] = [];
    const others = withoutOtherProfilers(attempt.env);
    for (const note of others.notes) kept.add(note);
    attempt = { ...attempt, env: others.env };
    const target = await start(attempt, needs, samplerNotes);
    const address = await interruption.until(listener(target, attempt, needs));
    const { hellos } = target.events;
    const pid = address.listener.pid;
    if (hellos.some((hello) => hello.pid === pid && isSampled(hello))) {
      const isAsGiven = attempt.prefix.length > 0;
      const notes = [...(found === null || isAsGiven ? [] : [foundNote(given, found)]), ...kept];
      return { address, notes, samplerNotes, attempt };
    }
    const learned = learnCommand(hellos, address.listener);
    if (!learned || count === maxAttempts) {
      throw new FailureError(startsAnother(found ?? given));
    }
    secrets.addEnvironment(learned.env);
    found = secrets.redactCommand(commandWords(learned.command, learned.cwd)).join(' ');
    needs.onFound(found);
    await Promise.all([target.stop(), scope.sampling?.end()]);
    interruption.throwIfRaised();
    await emptyRunFolder(scope.folder!);
    const { node } = options;
    const env = withPreload(learned.env);
    const file = node === undefined ? learned.command.file : nodeBinary(node, options.cwd, env);
    const prefix =
      attempt.command.kind === 'wrapper' && pid === target.pid
        ? wordsBeforeNode(attempt.command)
        : [];
    const command = { ...learned.command, file };
    attempt = { ...attempt, ...learned, command, prefix, env };
  }
}

async function start(attempt: Attempt, needs: LaunchNeeds, notes: string[]): Promise<Target> {
  const { options, scope, interruption } = needs;
  const runFolder = scope.folder!;
  const { command, cwd, env, hasChannel } = attempt;
  const sampler = options.allocations
    ? heap
    : launchSamplers[attempt.sampler ?? options.sampler ?? 'v8log'];
  let launch: SampledLaunch;
  if (command.kind === 'node') {
    const major = await readNodeMajor(command.file, interruption.signal);
    const deep = options.deep === true;
    // A deep run is about the places where properties are read.
    const exactLines = options.exactLines || deep;
    const sparkplugOff =
      !exactLines && sampler.needsExactLines && needsSparkplugOff(major, command);
    if (sparkplugOff) notes.push(sparkplugNote(major));
    launch = sampler.launch(command, env, {
      runFolder,
      preload: artifactPath('preload.cjs'),
      intervalMicros: Math.max(options.intervalMicros, shortestMicros),
      exactLines: exactLines || sparkplugOff,
      deep,
    });
    const [first, ...more] = attempt.prefix;
    if (first !== undefined) {
      launch = { ...launch, file: first, arguments: [...more, launch.file, ...launch.arguments] };
    }
  } else {
    const { file, arguments: words } = command;
    launch = { file, arguments: words, env: sampler.environment(env) };
  }
  interruption.throwIfRaised();
  const { onOutput } = needs;
  const target = await Target.launch({
    ...launch,
    cwd,
    hasChannel,
    runFolder,
    tellsRequests: needs.other !== null,
    onOutput,
    redact: (text) => needs.secrets.redact(text),
  });
  scope.target = target;
  scope.guard?.watch(target.pid);
  scope.sampling = sampler.open(runFolder, options.intervalMicros);
  return target;
}

/** Errors that 0x's own preloads print in a server that forks, or in its forked process. */
const endsByZeroEks = /0x does not support clustering|preload[\\/]redir-stdout/;

async function listener(
  target: Target,
  { command, env }: Attempt,
  { options, wantedPort, other, scope, interruption, secrets }: LaunchNeeds,
): Promise<ServerAddress> {
  const { startTimeoutS } = options;
  try {
    const wanted = {
      port: wantedPort,
      chosen: options.load.server ?? null,
      preferredPort: other?.port ?? (Number(env['PORT']) || null),
      takesAny: other !== null,
      asks: options.load.asksServer === true,
      runFolder: scope.folder!,
      redact: (text: string) => secrets.redact(text),
      request: firstRequest(options.load),
      timeoutS: startTimeoutS,
    };
    return await waitForListener(target, wanted, interruption.signal);
  } catch (error) {
    const hasForked = options.sampler === '0x' && endsByZeroEks.test(target.output());
    if (error instanceof FailureError && hasForked) {
      throw new FailureError(zeroXForks());
    }
    const isLate = error instanceof FailureError && error.failure.kind === 'port-never-opened';
    if (!isLate || command.kind === 'node' || target.events.hellos.length > 0) throw error;
    const name = secrets.redactCommand(options.command).join(' ');
    throw new FailureError(noNodeStarted(name, startTimeoutS, target.output()));
  }
}

/** For people: `node --import tsx src/server.ts`, with paths relative to the folder. */
function commandWords({ file, after }: NodeCommand, cwd: string): string[] {
  const words = after.map((word) => {
    const path = pathBelow(word, cwd);
    return path === null ? word : path || '.';
  });
  return [basename(file), ...words];
}

function foundNote(command: string, found: string): string {
  return `\`${command}\` starts the server as \`${found}\`, which was launched in its place to be sampled.`;
}

function sparkplugNote(major: number): string {
  return `Node.js ${major} ran without its Sparkplug compiler, whose code has no lines in its log: a share that says ignition may be Sparkplug in production (node --sparkplug keeps it, at the price of lines).`;
}

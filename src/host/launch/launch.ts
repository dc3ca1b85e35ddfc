import { isSamePath } from '../../shared/filePaths.ts';
import type { EnvironmentChanges } from './launchEnvironment.ts';

export interface Launch {
  origin: 'script' | 'configuration' | 'main' | 'file' | 'typed' | 'scenario';
  /** For people: `npm run start`. */
  label: string;
  command: string[];
  cwd: string;
  /** Added to the environment. Values may be secrets, so they are stored only if a person typed them here. */
  env: EnvironmentChanges;
  /** The VS Code task to run before; null for none. */
  preLaunchTask: string | null;
  /** Why it is offered, and what is left out. */
  why: string;
}

/** A launch that can't be profiled, with the reason. */
export interface Unusable {
  label: string;
  why: string;
}

export interface FoundLaunches {
  /** Likeliest first. */
  launches: Launch[];
  unusable: Unusable[];
}

/** The form for the workspace's state, by which the launch is found again. */
export function storedLaunch(launch: Launch): Launch {
  return launch.origin === 'typed' ? launch : { ...launch, env: {} };
}

/** Reads what {@link storedLaunch} gave, in any version; null for anything else. */
export function readStoredLaunch(value: unknown): Launch | null {
  if (typeof value !== 'object' || value === null) return null;
  const { label, command, cwd } = value as Partial<Launch>;
  const isLaunch =
    typeof label === 'string' &&
    typeof cwd === 'string' &&
    Array.isArray(command) &&
    command.length > 0 &&
    command.every((word) => typeof word === 'string');
  return isLaunch ? ({ env: {}, preLaunchTask: null, ...value } as Launch) : null;
}

/** The launch with its current command and environment; null if it is gone. */
export function launchNow(launch: Launch, { launches }: FoundLaunches): Launch | null {
  // These don't depend on what is found now: a file stays a choice when another one is active.
  if (['typed', 'file', 'scenario'].includes(launch.origin)) return launch;
  return launches.find((each) => isSameLaunch(each, launch)) ?? null;
}

/** Whether a person would call both the same choice. */
export function isSameLaunch(a: Launch, b: Launch): boolean {
  return a.origin === b.origin && a.label === b.label && isSamePath(a.cwd, b.cwd);
}

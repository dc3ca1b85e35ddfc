import { isSamePath } from '../../shared/filePaths.ts';
import type { EnvironmentChanges } from './launchEnvironment.ts';

/** A way to start the server, as plain data. */
export interface Launch {
  /** Where it was found. */
  origin: 'script' | 'configuration' | 'main' | 'file' | 'typed' | 'scenario';
  /** For people: `npm run start`. */
  label: string;
  command: string[];
  cwd: string;
  /** Added to the environment. Values may be secrets: only what a person typed here is remembered. */
  env: EnvironmentChanges;
  /** The task of VS Code that is run before; null: none. */
  preLaunchTask: string | null;
  /** Why it is offered, and what of it is left out. */
  why: string;
}

/** What was found and can't be profiled, with the reason. */
export interface Unusable {
  label: string;
  why: string;
}

export interface FoundLaunches {
  /** Likeliest first. */
  launches: Launch[];
  unusable: Unusable[];
}

/** What is kept in the workspace's state: by it the launch is found again. */
export function storedLaunch(launch: Launch): Launch {
  return launch.origin === 'typed' ? launch : { ...launch, env: {} };
}

/** Reads what {@link storedLaunch} gave, perhaps in an earlier version; null for anything else. */
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

/** The launch as it is found now: its command or its environment may have changed; null where it is gone. */
export function launchNow(launch: Launch, { launches }: FoundLaunches): Launch | null {
  // A file that was in the editor stays a choice when another is.
  if (['typed', 'file', 'scenario'].includes(launch.origin)) return launch;
  return launches.find((each) => isSameLaunch(each, launch)) ?? null;
}

/** Whether both are the same choice for a person. */
export function isSameLaunch(a: Launch, b: Launch): boolean {
  return a.origin === b.origin && a.label === b.label && isSamePath(a.cwd, b.cwd);
}

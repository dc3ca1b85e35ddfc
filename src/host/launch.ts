/** A way to start the server, as plain data: it is remembered in the workspace's state. */
export interface Launch {
  /** Where it was found. */
  origin: 'script' | 'configuration' | 'main' | 'file' | 'typed';
  /** For people: `npm run start`. */
  label: string;
  command: string[];
  cwd: string;
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

export function isLaunch(value: unknown): value is Launch {
  if (typeof value !== 'object' || value === null) return false;
  const { label, command, cwd } = value as Partial<Launch>;
  return (
    typeof label === 'string' &&
    typeof cwd === 'string' &&
    Array.isArray(command) &&
    command.length > 0 &&
    command.every((word) => typeof word === 'string')
  );
}

export function isSameLaunch(a: Launch, b: Launch): boolean {
  return a.cwd === b.cwd && JSON.stringify(a.command) === JSON.stringify(b.command);
}

/**
 * Reads a variable from a plain object, which is case-sensitive although Windows is not: there
 * `Path` and `PATH` are one variable. If an object holds both spellings, Node.js passes on only the
 * first in alphabetical order.
 */
export function environmentValue(
  env: NodeJS.ProcessEnv,
  name: string,
  platform: string = process.platform,
): string | undefined {
  const [key] = namesOf(env, name, platform);
  return key === undefined ? undefined : env[key];
}

/** Sets the variable and removes other spellings of it; null removes them all. */
export function setEnvironmentValue(
  env: NodeJS.ProcessEnv,
  name: string,
  value: string | null,
  platform: string = process.platform,
): void {
  for (const key of namesOf(env, name, platform)) delete env[key];
  if (value !== null) env[name] = value;
}

function namesOf(env: NodeJS.ProcessEnv, name: string, platform: string): string[] {
  if (platform !== 'win32') return name in env ? [name] : [];
  return Object.keys(env)
    .filter((key) => key.toUpperCase() === name.toUpperCase())
    .sort();
}

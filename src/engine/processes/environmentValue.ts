/**
 * A variable of an environment that is a plain object, which knows of no case: on Windows `Path` and
 * `PATH` are one, and of two spellings Node.js hands on only the first in the alphabet.
 */
export function environmentValue(
  env: NodeJS.ProcessEnv,
  name: string,
  platform: string = process.platform,
): string | undefined {
  const [key] = namesOf(env, name, platform);
  return key === undefined ? undefined : env[key];
}

/** Sets a variable in the object, whatever its spelling there; null takes it away. */
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

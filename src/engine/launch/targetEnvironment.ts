import { basename, delimiter, dirname, isAbsolute } from 'node:path';
import { artifactPath } from '../programs/artifacts.ts';
import { environmentValue, setEnvironmentValue } from '../processes/environmentValue.ts';
import { preloadOption } from './preloadedChildren.ts';

/**
 * The environment of the target: this process's own with the run's variables, and the preload in
 * NODE_OPTIONS, which reaches a server anywhere below the command. The folder of a requested
 * Node.js binary comes first in PATH, because package managers look for it there.
 */
export function targetEnvironment(
  variables: Record<string, string | null>,
  node: string | null,
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const [name, value] of Object.entries(variables)) setEnvironmentValue(env, name, value);
  if (node !== null && isAbsolute(node) && /^node(\.exe)?$/i.test(basename(node))) {
    const path = [dirname(node), environmentValue(env, 'PATH')].filter(Boolean).join(delimiter);
    setEnvironmentValue(env, 'PATH', path);
  }
  return withPreload(env);
}

export function withPreload(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = ownOption();
  const options = environmentValue(env, 'NODE_OPTIONS')?.replace(own, '').trim() ?? '';
  const preloading = { ...env };
  setEnvironmentValue(preloading, 'NODE_OPTIONS', options === '' ? own : `${options} ${own}`);
  return preloading;
}

/** The environment for a program that is started without the preload. */
export function withoutPreload(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const options = environmentValue(env, 'NODE_OPTIONS')?.replace(ownOption(), '').trim() ?? '';
  const plain = { ...env };
  setEnvironmentValue(plain, 'NODE_OPTIONS', options === '' ? null : options);
  return plain;
}

function ownOption(): string {
  return preloadOption(artifactPath('preload.cjs'));
}

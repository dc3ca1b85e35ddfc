import { basename, delimiter, dirname, isAbsolute } from 'node:path';
import { artifactPath } from '../artifacts.ts';
import { environmentValue, setEnvironmentValue } from './environmentValue.ts';

/**
 * The environment of what a run starts: this process's own with the run's variables, and the preload
 * in NODE_OPTIONS, so that a server is heard of wherever below the command it is. A Node.js binary
 * that was asked for comes first in PATH, where a package manager finds it.
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

/** The environment with the preload in NODE_OPTIONS, once. */
export function withPreload(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = preloadOption();
  const options = environmentValue(env, 'NODE_OPTIONS')?.replace(own, '').trim() ?? '';
  const preloading = { ...env };
  setEnvironmentValue(preloading, 'NODE_OPTIONS', options === '' ? own : `${options} ${own}`);
  return preloading;
}

/** In quotes, since the words of NODE_OPTIONS are parted at spaces. */
function preloadOption(): string {
  return `"--require=${artifactPath('preload.cjs').replace(/["\\]/g, '\\$&')}"`;
}

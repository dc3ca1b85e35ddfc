import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs before every script that needs packages and bundles: installs and builds where something has
 * changed since the last time, and nothing otherwise. Plain JavaScript, since nothing is installed yet.
 */

const root = join(import.meta.dirname, '..');
const stampFile = join(root, '.cache', 'prepared.json');

const installed = digest(['package.json', 'package-lock.json'], (file) =>
  readFileSync(join(root, file), 'utf8'),
);
const built = digest(
  [
    'package.json',
    'package-lock.json',
    'test/notices.ts',
    ...filesBelow('src'),
    ...filesBelow('webview'),
    ...filesBelow('test/workspaces/example/src'),
  ],
  (file) => {
    const { mtimeMs, size } = statSync(join(root, file));
    return `${mtimeMs} ${size}`;
  },
);
const before = readStamp();
const seconds = { install: 0, build: 0 };

if (
  before.installed !== installed ||
  !existsSync(join(root, 'node_modules', '.package-lock.json'))
) {
  seconds.install = npm(['install', '--no-audit', '--no-fund', '--loglevel=error']);
}
if (before.built !== built || !existsSync(join(root, 'dist', 'cli.cjs'))) {
  seconds.build = npm(['run', '--silent', 'build']);
}
mkdirSync(join(root, '.cache'), { recursive: true });
writeFileSync(stampFile, JSON.stringify({ installed, built, seconds }));

/** Seconds that it took; ends this process where npm fails, which has said why. */
function npm(words) {
  const start = performance.now();
  const isWindows = process.platform === 'win32';
  const { status } = spawnSync(isWindows ? 'npm.cmd' : 'npm', words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isWindows,
  });
  if (status !== 0) process.exit(status ?? 1);
  return (performance.now() - start) / 1000;
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function digest(files, stateOf) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0${stateOf(file)}\0`);
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort();
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { copyExtension, extensionFiles, minifyExtension } from './support/vsix.ts';

/** `npm run package`, after the build: makes hotframe-VERSION.vsix and says what is in it. */

/** Version 4 needs Node.js 22. */
const vsce = '@vscode/vsce@3.9.2';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(path.join(tmpdir(), 'hotframe-package-'));
try {
  process.exitCode = makePackage(scratch);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function makePackage(folder: string): number {
  copyExtension(folder);
  minifyExtension(folder);
  const manifestFile = path.join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, unknown>;
  // For npm and for the development only; vsce refuses `files` beside its own list.
  for (const key of ['files', 'bin', 'scripts', 'dependencies', 'devDependencies']) {
    delete manifest[key];
  }
  writeFileSync(manifestFile, JSON.stringify(manifest));

  const vsix = path.join(root, `hotframe-${String(manifest['version'])}.vsix`);
  rmSync(vsix, { force: true });
  const problem = runVsce(folder, vsix);
  if (problem) {
    console.error(`${path.basename(vsix)} could not be made with ${vsce}: ${problem}`);
    return 1;
  }
  printContents(folder, vsix);
  return 0;
}

/** A sentence where it failed. */
function runVsce(folder: string, vsix: string): string | null {
  const { status, stdout, stderr, error } = spawnSync(
    'npx',
    [
      ...['--yes', '--cache', path.join(root, '.cache', 'npm'), vsce, 'package'],
      // Everything is bundled, and links of the README need no repository.
      ...['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'],
      ...['--out', vsix],
    ],
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (status === 0) return null;
  const said = (error?.message ?? `${stderr}\n${stdout}`)
    .split('\n')
    .filter((line) => !/npm warn|error code|Debugger/.test(line))
    .map((line) => line.replace(/^\s*(npm (error|ERR!)|ERROR)\s*/, '').trim());
  return said.find((line) => line !== '') ?? `it ended with code ${status}.`;
}

function printContents(folder: string, vsix: string): void {
  const files = extensionFiles()
    .map((file) => {
      const bytes = readFileSync(path.join(folder, file));
      return { file, bytes: bytes.length, packed: gzipSync(bytes, { level: 9 }).length };
    })
    .sort((a, b) => b.packed - a.packed);
  console.log(`${'size'.padStart(10)}${'packed'.padStart(10)}  file`);
  for (const { file, bytes, packed } of files) {
    console.log(`${inKb(bytes).padStart(10)}${inKb(packed).padStart(10)}  ${file}`);
  }
  console.log(
    `\n${path.basename(vsix)}: ${inKb(statSync(vsix).size)} in ${files.length} files. Install it with “Extensions: Install from VSIX…”.`,
  );
}

function inKb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

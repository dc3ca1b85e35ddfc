import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CodeServer } from '../support/codeServer.ts';

/**
 * `npm run dev [-- FOLDER]`: the example (or the folder) in a real VS Code in the browser, with the
 * extension as it is built from the sources now. A change builds it again and reloads the window.
 */

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(process.argv[2] ?? join(root, 'test/workspaces/example'));

/** The extension with its files where they are built, and another that reloads the window after a build. */
function layOut(extensions: string): void {
  const own = join(extensions, 'hotframe.hotframe-0.0.0');
  mkdirSync(own);
  for (const name of ['package.json', 'dist', 'media'])
    symlinkSync(join(root, name), join(own, name));
  cpSync(join(import.meta.dirname, 'reloader'), join(extensions, 'hotframe.reloader-0.0.0'), {
    recursive: true,
  });
}

const builds = spawn(process.execPath, [join(root, 'test/build.mjs'), '--watch'], {
  stdio: 'inherit',
});
const stopped = new Promise<void>((settle) => {
  process.once('SIGINT', settle);
  process.once('SIGTERM', settle);
  builds.once('exit', () => settle());
});
try {
  console.log(
    'Starting VS Code; the first time it is installed into .cache, which takes a minute.',
  );
  await using server = await CodeServer.start({ layOut });
  console.log(`\nOpen ${server.urlOf(folder)}\nCtrl-C here ends it.`);
  await stopped;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  builds.kill();
}

import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** `npm run demo`, after the build: profiles the bundled example and says where the page is. */

const root = fileURLToPath(new URL('..', import.meta.url));
const page = path.join(root, 'hotframe-demo.html');

const cli = spawn(
  process.execPath,
  [
    path.join(root, 'dist', 'cli.cjs'),
    'run',
    ...['--cwd', path.join(root, 'test', 'workspaces', 'example')],
    ...['--url', '/invoices/120', '-d', '8', '--warmup', '2', '--html', page],
    ...['--', 'node', 'dist/server.js'],
  ],
  { stdio: 'inherit' },
);
// Ctrl-C reaches the CLI as well; it stops its run, and its code ends the demo.
process.on('SIGINT', () => {});
cli.on('error', (error) => {
  console.error(`The demo could not start: ${error.message}`);
  process.exitCode = 1;
});
cli.on('close', (code) => {
  if (code === 0) {
    console.log(`\nThe flamegraph is in ${page}\nOpen ${pathToFileURL(page).href} in a browser.`);
  }
  process.exitCode = code ?? 1;
});

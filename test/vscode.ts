import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CodeServer } from './support/codeServer.ts';

/** `npm run vscode`, after the build: a real VS Code with the extension in it, in the browser, until Ctrl-C. */

const example = fileURLToPath(new URL('workspaces/example', import.meta.url));
const folder = path.resolve(process.argv[2] ?? example);

const stopped = new Promise<void>((settle) => {
  process.once('SIGINT', settle);
  process.once('SIGTERM', settle);
});
try {
  console.log(
    'Starting VS Code; the first time it is installed into .cache, which takes a minute.',
  );
  const server = await CodeServer.start();
  try {
    console.log(`\nOpen ${server.urlOf(folder)}`);
    console.log('Press F1 there and choose “Hotframe: Profile Server”. Ctrl-C here ends it.');
    await stopped;
  } finally {
    await server.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

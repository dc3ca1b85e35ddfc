import { basename } from 'node:path';

/** JavaScript programs that run the server in a child process, so sampling them would show nothing of it. */
const wrappers = new Set(
  'npm npx pnpm pnpx yarn yarnpkg corepack nodemon forever concurrently ts-node-dev turbo nx'.split(
    ' ',
  ),
);

/** Whether a program or its script is a wrapper: `npm`, `npm.cmd`, `/usr/lib/…/npm-cli.js`. */
export function isWrapper(program: string): boolean {
  return wrappers.has(basename(program).replace(/(?:-cli)?(?:\.(?:[cm]?js|cmd|exe))?$/i, ''));
}

/** The same for the words of a running Node.js process. npm sets its process title to `npm start`. */
export function runsWrapper([program = '', ...rest]: readonly string[]): boolean {
  const script = rest.find((word) => word !== '' && !word.startsWith('-'));
  return isWrapper(script ?? program.split(' ')[0]!);
}

import { basename } from 'node:path';

/** Written in JavaScript, but the server is another process below them: sampling them would be in vain. */
const wrappers = new Set(
  'npm npx pnpm pnpx yarn yarnpkg corepack nodemon forever concurrently ts-node-dev turbo nx'.split(
    ' ',
  ),
);

/** Whether a program or its script is such a wrapper: `npm`, `npm.cmd`, `/usr/lib/…/npm-cli.js`. */
export function isWrapper(program: string): boolean {
  return wrappers.has(basename(program).replace(/(?:-cli)?(?:\.(?:[cm]?js|cmd|exe))?$/i, ''));
}

/** The same of the words of a running Node.js. npm names its process after what it runs: `npm start`. */
export function runsWrapper([program = '', ...rest]: readonly string[]): boolean {
  const script = rest.find((word) => word !== '' && !word.startsWith('-'));
  return isWrapper(script ?? program.split(' ')[0]!);
}

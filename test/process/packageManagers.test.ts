import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe } from 'node:test';
import { npmInstall } from '../support/npmInstall.ts';
import { lightRun, succeeded, withFolder } from './engineHarness.ts';
import { detail, once } from '../support/detail.ts';

/** The packages of a monorepo as each package manager starts them, with the script before theirs. */

const home = resolve(import.meta.dirname, '../../.cache/package-managers');
const programs = join(home, 'node_modules/.bin');
const missing = await installed();

const files = {
  'package.json': JSON.stringify({ name: 'shop', private: true, workspaces: ['packages/*'] }),
  'pnpm-workspace.yaml': "packages: ['packages/*']\n",
  'packages/api/package.json': JSON.stringify({
    name: '@shop/api',
    version: '1.0.0',
    scripts: { prestart: 'node build.js', start: 'node server.js' },
  }),
  'packages/api/build.js': "require('node:fs').appendFileSync('built.txt', process.cwd() + '\\n');",
  'packages/api/server.js': `
const { createServer } = require('node:http');
require('node:fs').readFileSync('built.txt');
function priceList() { let sum = 0; for (let i = 0; i < 1_000_000; i++) sum += Math.sqrt(i); return sum; }
createServer((request, response) => response.end(String(priceList()))).listen(0, '127.0.0.1');
`,
};

const commands: [folder: string, command: string, wrapper: RegExp][] = [
  ['.', 'npm start -w packages/api', /^npm/],
  ['.', 'yarn workspace @shop/api start', /^yarn/],
  ['.', 'pnpm --filter @shop/api start', /^pnpm/],
  ['packages/api', 'npm run start', /^npm/],
  ['packages/api', 'yarn run start', /^yarn/],
  ['packages/api', 'pnpm run start', /^pnpm/],
];

describe('in a monorepo', () => {
  for (const [where, command, wrapper] of commands) {
    const isMissing = missing !== null && !wrapper.test('npm');
    const isQuick = where === '.' && !/^yarn/.test(command);
    const add = isQuick ? once : detail;
    add(`\`${command}\` in ${where} is profiled`, { skip: isMissing && missing }, () =>
      withFolder(files, async ({ path, ...folder }) => {
        const env = { PATH: [programs, process.env['PATH']].join(delimiter) };
        const cwd = join(path, where);
        const options = { command: command.split(' '), cwd, env };
        const { report } = succeeded(await lightRun({ path, ...folder }, options));
        const [line] = report.lines;
        assert.equal(line?.file, join(path, 'packages/api/server.js'));
        assert.equal(line.line, 4);
        const note = report.notes.find((each) => each.includes(command));
        assert.match(note ?? '', /starts the server as `node server\.js`, which was launched/);
        const built = readFileSync(join(path, 'packages/api/built.txt'), 'utf8').trim().split('\n');
        assert.deepEqual([...new Set(built)], [realpathSync(join(path, 'packages/api'))]);
      }),
    );
  }
});

/** Null, or why they are not there. */
async function installed(): Promise<string | null> {
  if (existsSync(join(programs, 'pnpm')) && existsSync(join(programs, 'yarn'))) return null;
  try {
    mkdirSync(home, { recursive: true });
    await npmInstall(home, ['--prefix', home, 'yarn@1.22.22', 'pnpm@9.15.9']);
    return null;
  } catch (error) {
    return `yarn and pnpm could not be installed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

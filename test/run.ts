import { parseArgs } from 'node:util';
import { updateVariable } from './runner/testFiles.ts';
import { runTests } from './runner/runTests.ts';

/**
 * `npm test -- [WORD…]` runs the test files whose name contains one of the words, or those that take
 * minutes; `--all` runs every one on every Node.js line, and `--rest` what is left of that after
 * `npm test`. With `--update` tests write the files that they would compare with. The last line is
 * `N passed, N failed`.
 */
const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean' },
    rest: { type: 'boolean' },
    update: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (values.update) process.env[updateVariable] = '1';
const extent = values.rest ? 'rest' : values.all ? 'all' : 'fast';
process.exitCode = (await runTests(extent, positionals)) ? 0 : 1;
// A browser or an editor that does not end must not keep the answer back.
process.exit();

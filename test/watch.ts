import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { findTestFiles } from './runner/testFiles.ts';

/** `npm run test:watch -- [WORD…]`: runs unit tests again whenever they or what they import change. */
const files = findTestFiles('fast', process.argv.slice(2)).filter(({ room }) => room === 'unit');
if (files.length === 0) {
  console.error(`No unit test has ${process.argv.slice(2).join(' or ')} in its name.`);
  process.exit(2);
}
run({ files: files.map(({ path }) => path), watch: true, concurrency: 2 })
  .compose(new spec())
  .pipe(process.stdout);

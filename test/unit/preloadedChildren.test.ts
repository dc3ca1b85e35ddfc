import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { preloadOption, shellLineWith } from '../../src/engine/launch/preloadedChildren.ts';

const skip = process.platform === 'win32';
const option = preloadOption("/opt/some 'where' else/preload.cjs");

/** Runs the line in a shell; the line has `printenv` in place of a server. Gives its NODE_OPTIONS. */
function optionsIn(line: string): string {
  const { stdout, stderr } = spawnSync('sh', ['-c', shellLineWith(option, line)], {
    env: { PATH: process.env['PATH'], NODE_OPTIONS: '--inherited' },
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return stdout.trim();
}

for (const [line, own] of [
  ['NODE_OPTIONS=--a printenv NODE_OPTIONS', '--a'],
  ["NODE_OPTIONS='--a --b' printenv NODE_OPTIONS", '--a --b'],
  ['NODE_OPTIONS="$NODE_OPTIONS --a" printenv NODE_OPTIONS', '--inherited --a'],
  [`A="x y" B='z' NODE_OPTIONS=--a exec printenv NODE_OPTIONS`, '--a'],
  ['env C=1 NODE_OPTIONS=--a printenv NODE_OPTIONS', '--a'],
  ['export NODE_OPTIONS=--a; printenv NODE_OPTIONS', '--a'],
  [`true '"' && NODE_OPTIONS=--a printenv NODE_OPTIONS`, '--a'],
  ['(NODE_OPTIONS= printenv NODE_OPTIONS)', ''],
] as const) {
  test(`a shell is given the preload before what it sets by: ${line}`, { skip }, () => {
    assert.equal(optionsIn(line), `${option} ${own}`.trim());
  });
}

for (const line of [
  'cross-env NODE_OPTIONS=--a node server.js',
  'concurrently "NODE_OPTIONS=--a node a.js" "true && NODE_OPTIONS=--b node b.js"',
  `echo 'it; NODE_OPTIONS=--a'`,
  'MY_NODE_OPTIONS=--a node server.js',
  'node server.js',
]) {
  test(`a line for another program stays as it is: ${line}`, () => {
    assert.equal(shellLineWith(option, line), line);
  });
}

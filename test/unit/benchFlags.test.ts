import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagsOfUser } from '../../src/engine/bench/flagsOfUser.ts';
import { samplerArguments } from '../../src/engine/processes/nodeCommand.ts';

const preload = '/hotframe/preload.cjs';

/** The flags that reach a process that measures, if a user gives these to `node` under the sampler. */
function kept(flags: string[], { exactLines = false, before = [] as string[] } = {}): string[] {
  const command = { kind: 'node', file: 'node', before, after: flags } as const;
  const own = { runFolder: '/run', preload, intervalMicros: 1000, exactLines, deep: true };
  return flagsOfUser(samplerArguments({ ...command, before, after: flags }, own), preload);
}

test('flags of the user reach the processes that measure, also those that Hotframe adds itself', () => {
  const flags = ['--no-sparkplug', '--max-semi-space-size=4', '--import', './hooks.mjs'];
  for (const exactLines of [false, true]) {
    assert.deepEqual(kept(flags, { exactLines }), flags);
    assert.deepEqual(kept([], { exactLines }), []);
  }
  assert.deepEqual(kept(['--no_sparkplug', '--no-opt']), ['--no_sparkplug', '--no-opt']);
  assert.deepEqual(flagsOfUser(['--no-sparkplug'], preload), ['--no-sparkplug']);
});

test('what a launcher adds before the flags of Hotframe stays', () => {
  const launcher = ['--import', 'file:///loader.mjs'];
  assert.deepEqual(kept(['--no-opt'], { before: launcher }), [...launcher, '--no-opt']);
});

test('what lets others watch the server is left out, with its values', () => {
  const watching = ['--inspect=0', '--inspect-port', '9230', '--watch-path=src', '--cpu-prof'];
  assert.deepEqual(kept([...watching, '--prof', '--log-ic', '--no-opt']), ['--no-opt']);
});

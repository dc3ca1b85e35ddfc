import assert from 'node:assert/strict';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { problemWithOutput } from '../../src/cli/options/outputFile.ts';
import { writeWholeFile } from '../../src/engine/files/wholeFile.ts';

describe('files that the command line writes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'output-file-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('writes for its owner only and leaves nothing beside the file', () => {
    writeWholeFile(join(folder, 'a.json'), 'one');
    writeWholeFile(join(folder, 'a.json'), 'two');
    assert.equal(readFileSync(join(folder, 'a.json'), 'utf8'), 'two');
    assert.equal(statSync(join(folder, 'a.json')).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['a.json']);
  });

  test('leaves the old file whole and nothing else when writing fails', () => {
    writeFileSync(join(folder, 'a.json'), 'old');
    const notText = Symbol('cannot be written') as unknown as string;
    assert.throws(() => writeWholeFile(join(folder, 'a.json'), notText));
    assert.equal(readFileSync(join(folder, 'a.json'), 'utf8'), 'old');
    assert.deepEqual(readdirSync(folder), ['a.json']);
  });

  test('writes what is made in pieces, and nothing of it where making one fails', () => {
    const path = join(folder, 'a.json');
    writeWholeFile(path, pieces(null));
    assert.equal(readFileSync(path, 'utf8'), 'größe,計算');
    assert.throws(() => writeWholeFile(path, pieces(new RangeError('too long'))), RangeError);
    assert.equal(readFileSync(path, 'utf8'), 'größe,計算');
    assert.deepEqual(readdirSync(folder), ['a.json']);
  });

  function* pieces(problem: Error | null): Generator<string> {
    yield 'größe';
    if (problem) throw problem;
    yield ',計算';
  }

  test('writes through a symbolic link', () => {
    writeFileSync(join(folder, 'real.json'), 'old');
    symlinkSync('real.json', join(folder, 'link.json'));
    writeWholeFile(join(folder, 'link.json'), 'new');
    assert.ok(lstatSync(join(folder, 'link.json')).isSymbolicLink());
    assert.equal(readFileSync(join(folder, 'real.json'), 'utf8'), 'new');
  });

  test('writes to a device without replacing it', () => {
    assert.equal(problemWithOutput('/dev/null'), null);
    writeWholeFile('/dev/null', 'gone');
    assert.ok(statSync('/dev/null').isCharacterDevice());
  });

  test('sees beforehand what cannot be written', () => {
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'file'), '');
    assert.equal(problemWithOutput(join(folder, 'new.json')), null);
    assert.equal(problemWithOutput(join(folder, 'file')), null);
    assert.equal(problemWithOutput(join(folder, 'sub')), 'it is a folder');
    assert.match(problemWithOutput(join(folder, 'none', 'a')) ?? '', /does not exist$/);
    assert.match(problemWithOutput(join(folder, 'file', 'a')) ?? '', /is not a folder$/);
  });
});

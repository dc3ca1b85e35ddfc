import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findWorkspaceFolders } from '../../src/engine/files/workspaceFolders.ts';
import { Secrets } from '../../src/engine/secrets/secrets.ts';
import { sourcesOrDisk } from '../../src/engine/profile/sourceOf.ts';
import { readRequestFile } from '../../src/engine/requests/requestFile.ts';
import { readFileBeside, readFileWithin, reasonOf } from '../../src/engine/files/regularFile.ts';
import { textOfFile } from '../../src/host/core/textOfFile.ts';
import { fileInNextProject } from '../../src/server/lines/nextProject.ts';
import { noPipes, socketIn, strangeFiles } from '../support/strangeFiles.ts';

/** Why neither way of reading reads it. */
async function reasons(path: string, maxBytes = 1000): Promise<string> {
  const reason = (error: unknown) => reasonOf(error);
  const beside = await readFileBeside(path, maxBytes).then(() => 'it was read', reason);
  try {
    readFileWithin(path, maxBytes);
    assert.equal(beside, 'it was read');
  } catch (error) {
    assert.equal(reasonOf(error), beside);
  }
  return beside;
}

test('reads files, and nothing else', { skip: noPipes, timeout: 5000 }, async () => {
  using strange = strangeFiles();
  const { folder, pipe, zero, huge } = strange;
  const socket = await socketIn(folder);
  const notFile = 'and only files are read: write what it gives into one';
  assert.equal(await reasons(pipe), `it is a pipe, ${notFile}`);
  assert.equal(await reasons(zero), `it is a device, ${notFile}`);
  assert.equal(await reasons(socket.path), `it is a socket, ${notFile}`);
  assert.equal(await reasons(folder), 'it is a folder');
  assert.equal(await reasons(huge, 50_000_000), 'it is larger than 50 MB');
  assert.equal(await reasons(join(folder, 'none')), 'there is no such file');
  symlinkSync('circle', join(folder, 'circle'));
  assert.equal(await reasons(join(folder, 'circle')), 'its links lead in a circle');
  socket.close();
});

test('reads a file whole up to the limit, whatever size it has said', async () => {
  const own = import.meta.filename;
  const bytes = readFileWithin(own, 100_000);
  assert.ok(bytes.toString('utf8').includes('whatever size it has said'));
  assert.equal(await reasons(own, bytes.length), 'it was read');
  assert.equal(await reasons(own, bytes.length - 1), 'it is larger than 0 MB');
  // The system says 0 of it.
  const grown = '/proc/self/environ';
  if (!existsSync(grown)) return;
  assert.ok(readFileWithin(grown, 10_000_000).length > 0);
  assert.equal(await reasons(grown, 3), 'it is larger than 0 MB');
});

test('stops where it is cancelled', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(readFileBeside(import.meta.filename, 100_000, signal), /enough/);
});

test('a project may be full of pipes', { skip: noPipes, timeout: 5000 }, () => {
  using strange = strangeFiles();
  const { folder, pipe, zero, huge } = strange;
  const project = join(folder, 'project');
  mkdirSync(join(project, 'app'), { recursive: true });
  for (const name of ['package.json', '.env', 'pipe.js']) symlinkSync(pipe, join(project, name));
  for (const name of ['.env.local', 'zero.js']) symlinkSync(zero, join(project, name));
  symlinkSync(huge, join(project, 'huge.js'));
  assert.deepEqual(findWorkspaceFolders(project, []), [project]);
  assert.equal(fileInNextProject(join(project, 'app/page.js')), null);
  const secrets = new Secrets({
    ...{ command: ['node', '--env-file=pipe.js', 'a.js'], cwd: project, env: {}, load: null },
  });
  assert.equal(secrets.redact('text'), 'text');
  const sourceOf = sourcesOrDisk(new Map(), [folder]);
  for (const name of ['pipe.js', 'zero.js', 'huge.js']) {
    assert.equal(sourceOf(join(project, name)), null);
    assert.equal(textOfFile(join(project, name)), null);
  }
});

test('a request file may name a pipe as its body', { skip: noPipes, timeout: 5000 }, () => {
  using strange = strangeFiles();
  const file = join(strange.folder, 'requests.http');
  writeFileSync(file, 'GET /\n\n###\nPOST /orders\n\n< ./pipe\n');
  const { requests, problems } = readRequestFile(file, { environment: {}, captured: new Set() });
  assert.equal(requests.length, 1);
  assert.match(
    problems[0]!.message,
    /pipe can't be read: it is a pipe, and only files.*into one\.$/,
  );
});

test(
  'a request file of brackets or separators alone is refused before it is parsed',
  { skip: noPipes },
  () => {
    using strange = strangeFiles();
    const read = (name: string, text: string) => {
      const file = join(strange.folder, name);
      writeFileSync(file, text);
      return () => readRequestFile(file, { environment: {}, captured: new Set() });
    };
    const tooMuch = /holds more than a file of requests can: leave some of them out\.$/;
    assert.throws(read('a.har', `{"log":{"entries":[${'[],'.repeat(2e6)}0]}}`), tooMuch);
    assert.throws(read('a.yaml', `openapi: 3.0.0\na: [${'a,'.repeat(1.1e6)}]`), tooMuch);
    assert.throws(read('a.http', 'GET /\n###\n'.repeat(3e5)), tooMuch);
  },
);

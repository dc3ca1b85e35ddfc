import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver-protocol/node';
import { type AnswerOf, methodOf, type ServerNotifications } from '../../src/shared/lspWire.ts';
import { enlargeLog } from '../bench/largeLog.ts';
import { withClient, type ServerClient } from './serverClient.ts';

/** Opening other programs' profiles in the language server, which goes on answering meanwhile. */

const folder = mkdtempSync(join(tmpdir(), 'hotframe-opening-'));
const fixture = resolve(import.meta.dirname, '../fixtures/v8log/node24.log');
const small = join(folder, 'isolate-0x1-77-v8.log');
const large = join(folder, 'isolate-0x2-77-v8.log');
await enlargeLog(fixture, small, 0);
await enlargeLog(fixture, large, 120e6);
after(() => rmSync(folder, { recursive: true }));

function withServer(body: (server: ServerClient) => Promise<void>): Promise<void> {
  return withClient(async (server) => {
    await server.initialize();
    await body(server);
  });
}

test('shows a V8 log with its name, and says that all of it is measured', () =>
  withServer(async (server) => {
    assert.deepEqual(await server.open(small), { problem: null });
    assert.match(server.profile?.title ?? '', /^isolate-0x1-77-v8\.log · /);
    assert.match(server.profile?.notes.join('\n') ?? '', /start-up and warm-up are in it/);
    assert.equal(server.profile?.sampling?.sampler, 'imported');
  }));

test('answers other questions while a large profile is read, and says how far it is', () =>
  withServer(async (server) => {
    const shares: number[] = [];
    server.connection.onNotification(
      methodOf('openProgress'),
      ({ share }: ServerNotifications['openProgress']) => void shares.push(share),
    );
    let isOpen = false;
    const opening = server.open(large).then((answer) => {
      isOpen = true;
      return answer;
    });
    let answers = 0;
    while (!isOpen) {
      await server.lines('file:///nowhere.js');
      answers++;
    }
    assert.deepEqual(await opening, { problem: null });
    assert.ok(answers > 50, `${answers} answers meanwhile`);
    assert.ok(shares.length > 1, `${shares.length} messages of progress`);
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    );
    assert.ok((server.profile?.sampling?.samples ?? 0) > 100_000);
  }));

test('leaves what is shown where the opening is cancelled', () =>
  withServer(async (server) => {
    await server.open(small);
    const { title } = server.profile!;
    const cancellation = new CancellationTokenSource();
    const shares: number[] = [];
    const reading = new Promise<void>((begun) =>
      server.connection.onNotification(
        methodOf('openProgress'),
        ({ share }: ServerNotifications['openProgress']) => {
          shares.push(share);
          begun();
        },
      ),
    );
    const opening = server.connection.sendRequest<AnswerOf<'open'>>(
      methodOf('open'),
      { path: large },
      cancellation.token,
    );
    await reading;
    cancellation.cancel();
    assert.deepEqual(await opening, { problem: null, isCancelled: true });
    assert.ok(shares.at(-1)! < 1, `it was read to ${shares.at(-1)}`);
    assert.equal(server.profile?.title, title);
    assert.equal(server.profileChanges, 2);
  }));

test('takes the newest of two that are opened at once', () =>
  withServer(async (server) => {
    const first = server.open(large);
    const second = server.open(small);
    assert.deepEqual(await first, { problem: null, isCancelled: true });
    assert.deepEqual(await second, { problem: null });
    assert.match(server.profile?.title ?? '', /0x1/);
  }));

test('says what is wrong with a large file too, and keeps what is shown', () =>
  withServer(async (server) => {
    await server.open(small);
    const broken = join(folder, 'broken.cpuprofile');
    writeFileSync(broken, `{"nodes":[${'{},'.repeat(1_500_000)}`);
    assert.deepEqual(await server.open(broken), {
      problem: "broken.cpuprofile can't be opened: it begins as JSON, and is cut off or damaged.",
    });
    assert.match(server.profile?.title ?? '', /0x1/);
  }));

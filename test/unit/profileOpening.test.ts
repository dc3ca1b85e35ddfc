import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CancellationToken, Connection, WorkspaceFolder } from 'vscode-languageserver/node';
import { ProfileOpening } from '../../src/server/profile/profileOpening.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'profile-opening-')));
after(() => rmSync(folder, { recursive: true }));
const link = join(folder, 'link');
symlinkSync(folder, link);

const small = resolve(import.meta.dirname, '../fixtures/imports/node20.cpuprofile');
const uriOf = (path: string) => pathToFileURL(path).href;

type Folders = Promise<WorkspaceFolder[] | null>;

/** `folders` is what the editor answers when it is asked for those that it has open. */
function openingIn(folders: () => Folders, tellsFolders = true, rootUri: string | null = null) {
  const connection = {
    sendNotification: () => Promise.resolve(),
    workspace: { getWorkspaceFolders: folders },
  } as unknown as Connection;
  return new ProfileOpening(connection, { tellsFolders, rootUri });
}

describe('the folders that an editor has open', () => {
  const open = (...uris: string[]): Folders =>
    Promise.resolve(uris.map((uri) => ({ uri, name: '' })));

  test('are their real paths, where they are on a disk', async () => {
    const gone = join(folder, 'gone');
    const uris = [uriOf(link), 'untitled:a', uriOf(gone)];
    assert.deepEqual(await openingIn(() => open(...uris)).workspaceFolders(), [folder, gone]);
  });

  test('are none where it has none, or does not answer', async () => {
    assert.deepEqual(await openingIn(() => Promise.resolve(null)).workspaceFolders(), []);
    assert.deepEqual(await openingIn(() => Promise.reject(new Error('x'))).workspaceFolders(), []);
  });

  test('are the one that it was started in where it tells no others', async () => {
    const asked = () => assert.fail('asked');
    assert.deepEqual(await openingIn(asked, false, uriOf(link)).workspaceFolders(), [folder]);
    assert.deepEqual(await openingIn(asked, false).workspaceFolders(), []);
  });
});

describe('opening a profile', () => {
  test('shows the own code, with the folders that were open', async () => {
    const folders: Folders = Promise.resolve([{ uri: uriOf(link), name: '' }]);
    const opened = await openingIn(() => folders).open([small]);
    assert.deepEqual(opened?.workspaceFolders, [folder]);
    assert.deepEqual(opened.report.sampling?.areas, ['app']);
  });

  test('gives way to each later one, also after an earlier one has ended', async () => {
    const gates: (() => void)[] = [];
    const opening = openingIn(() => new Promise((go) => gates.push(() => go(null))));
    const first = opening.open([small]);
    const second = opening.open([small]);
    gates[0]!();
    assert.equal(await first, null);
    const third = opening.open([small]);
    gates[1]!();
    gates[2]!();
    assert.equal(await second, null);
    assert.ok(await third);
  });

  test('listens to its cancellation no longer than it lasts', async () => {
    let listeners = 0;
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: () => {
        listeners++;
        return { dispose: () => listeners-- };
      },
    } as unknown as CancellationToken;
    const opening = openingIn(() => Promise.resolve(null));
    assert.ok(await opening.open([small], token));
    assert.equal(listeners, 0);
    await assert.rejects(opening.open([join(folder, 'gone')], token));
    assert.equal(listeners, 0);
    assert.equal(await opening.open([small], { ...token, isCancellationRequested: true }), null);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from 'vscode-languageserver/node';
import { EditorFiles } from '../../src/server/lines/editorFiles.ts';
import { HotLines } from '../../src/server/lines/hotLines.ts';
import { CurrentProfile } from '../../src/server/profile/currentProfile.ts';
import type { OverlayOptions } from '../../src/shared/lspOptions.ts';
import { methodOf } from '../../src/shared/lspWire.ts';
import { profileFromText } from '../support/textProfile.ts';
import { reportOf } from '../support/sampleRun.ts';

const file = '/app/prices.ts';
const uri = 'file:///app/prices.ts';
const ran = 'function price(x) {\n  return x;\n}';

/** What an editor tells of its documents, by the method that it tells it with. */
type Tells = Record<
  'onDidOpenTextDocument' | 'onDidChangeTextDocument' | 'onDidCloseTextDocument',
  (message: object) => void
>;

/** The files of a shown profile with time on line 2, in an editor that the test plays. */
async function editor() {
  const tells = {} as Tells;
  const told: string[] = [];
  const connection = new Proxy(
    {
      sendNotification: (method: string, message: { uri?: string }) => {
        if (method === methodOf('fileLinesChanged')) told.push(message.uri!);
        return Promise.resolve();
      },
    } as Record<string, unknown>,
    {
      get: (own, name: string) =>
        own[name] ??
        ((handler: (message: object) => void) => {
          tells[name as keyof Tells] = handler;
          return { dispose() {} };
        }),
    },
  ) as unknown as Connection;
  const profile = profileFromText('price:2/prices.ts');
  profile.functions[0]!.line = 1;
  profile.sources.set(file, ran);
  const currentProfile = new CurrentProfile(connection, { tellsFolders: false, rootUri: null });
  const files = new EditorFiles(connection, currentProfile);
  files.listen();
  const overlay = {} as OverlayOptions;
  const hotLines = new HotLines(
    currentProfile,
    files,
    () => overlay,
    () => null,
  );
  await currentProfile.showRun({ profile, report: reportOf(profile) }, null, 0, []);
  return {
    told,
    open: (text: string) =>
      tells.onDidOpenTextDocument({
        textDocument: { uri, languageId: 'typescript', version: 1, text },
      }),
    edit: (version: number, text: string) =>
      tells.onDidChangeTextDocument({ textDocument: { uri, version }, contentChanges: [{ text }] }),
    close: () => tells.onDidCloseTextDocument({ textDocument: { uri } }),
    /** Resolves with the next document whose lines are to be asked for again. */
    next: () => new Promise<string>((resolve) => files.onDidChange(resolve)),
    currentLine: () => files.find(uri)?.placed.currentLine(2) ?? null,
    /** Where a click on a frame at the line, as it ran, leads to. */
    opened: (line: number) => hotLines.currentLine(uri, line, null),
  };
}

test('a line that ran moves with each edit, and the editor is told to ask again', async () => {
  const { open, edit, next, currentLine, told } = await editor();
  open(ran);
  assert.equal(currentLine(), 2);
  edit(2, `// one\n${ran}`);
  assert.equal(currentLine(), 3);
  edit(3, `// one\n// two\n${ran}`);
  assert.equal(currentLine(), 4);
  assert.equal(await next(), uri);
  assert.deepEqual(told, [uri]);
});

test('a click leads to the line as it is now, or to the nearest before it where that is gone', async () => {
  const { open, edit, opened } = await editor();
  open(ran);
  assert.deepEqual([1, 2, 3].map(opened), [1, 2, 3]);
  edit(2, `// one\n// two\n${ran}`);
  assert.deepEqual([1, 2, 3].map(opened), [3, 4, 5]);
  edit(3, `// one\n${ran.replace('  return x;\n', '')}`);
  assert.deepEqual([1, 2, 3].map(opened), [2, 2, 3]);
  edit(4, '// all of it is gone');
  assert.equal(opened(2), 1);
});

test('a file that is closed without being saved is placed anew when it is opened again', async () => {
  const { open, close, next, currentLine, told } = await editor();
  open(`// not saved\n${ran}`);
  assert.equal(currentLine(), 3);
  assert.equal(await next(), uri);
  close();
  assert.equal(await next(), uri);
  assert.equal(currentLine(), null, 'there is none on disk');
  // With the number that the version before had.
  open(ran);
  assert.equal(currentLine(), 2);
  assert.equal(await next(), uri);
  assert.deepEqual(told, [uri, uri, uri]);
});

import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSavedRun, saveRun } from '../../src/analysis/saved/savedRun.ts';
import { unpackTree } from '../../src/shared/flamePack.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import type { ToView } from '../../src/shared/flameWire.ts';
import { methodOf } from '../../src/shared/lspWire.ts';
import { awaitProfile } from '../support/awaitRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { withFolder } from './engineHarness.ts';
import { uriOf, withClient, type ServerClient } from './serverClient.ts';

const text = `
async function handle(request, reply) {
  const id = parse(request);
  const row = await driver.query(id);
  reply.send(row);
}
`;

function writeRun(folder: string): { path: string; uri: string } {
  const profile = awaitProfile();
  for (const each of profile.functions) each.file = each.file.replace(/^\/app/, folder);
  const file = join(folder, 'app.js');
  profile.sources.set(file, text);
  writeFileSync(file, text);
  const report = reportOf(profile);
  assert.ok(report.target);
  report.target.cwd = folder;
  const path = join(folder, 'saved.cpuprofile');
  writeFileSync(path, saveRun(profile, report));
  return { path, uri: uriOf(file) };
}

async function set(client: ServerClient, chargeAwaits: boolean): Promise<void> {
  const before = client.profileChanges;
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { hotframe: { chargeAwaits } },
  });
  await client.until('the profile is shown again', () => client.profileChanges > before);
}

/** Lines by their share, and the names of the flamegraph's frames. */
async function shown(client: ServerClient, uri: string) {
  const lines = await client.lines(uri);
  const visibility = { areas: ['app'], packages: [] };
  const query = { visibility, inverted: false, minShare: 0.001 };
  const message = { type: 'query', requestId: 1, query };
  const answer: { messages: ToView[] } = await client.connection.sendRequest(methodOf('view'), {
    message,
  });
  const [tree] = answer.messages;
  assert.equal(tree?.type, 'tree');
  return {
    lines: Object.fromEntries(lines.map(({ line, self }) => [line, self])),
    listed: client.profile?.lines.map(({ line }) => line),
    frames: namesBelow(unpackTree(tree.tree)).sort(),
  };
}

function namesBelow({ children }: FlameNode): string[] {
  return children.flatMap((child) => [child.name, ...namesBelow(child)]);
}

const charged = {
  lines: { 4: 0.6, 3: 0.2 },
  listed: [4, 3],
  frames: ['(after await)', '(no visible frame)', 'handle'],
};
const sampled = {
  lines: { 3: 0.2 },
  listed: [3],
  frames: ['(no visible frame)', 'handle'],
};

test('shows what ran after awaits, and no longer at once when the setting says so', () =>
  withFolder({}, (folder) =>
    withClient(async (client) => {
      const { path, uri } = writeRun(folder.path);
      await client.initialize();
      await client.openDocument(uri, text);
      assert.equal((await client.open(path)).problem, null);
      assert.deepEqual(await shown(client, uri), charged);
      const hover = await client.hover(uri, 4);
      assert.match(JSON.stringify(hover), /after awaits in driver/);

      await set(client, false);
      assert.deepEqual(await shown(client, uri), sampled);
      assert.equal(await client.hover(uri, 4), null);

      const to = join(folder.path, 'exported.cpuprofile');
      const exported = { path: null, to, format: 'cpuprofile' };
      assert.deepEqual(await client.connection.sendRequest(methodOf('exportRun'), exported), {
        problem: null,
      });
      const { report } = openSavedRun(readFileSync(to, 'utf8'));
      assert.equal(report.lines[0]?.viaAwait, 0.6, 'a file has all that is known');

      await set(client, true);
      assert.deepEqual(await shown(client, uri), charged);
      await client.close();
    }),
  ));

test('compares whole runs, whatever is shown of them', () =>
  withFolder({}, (folder) =>
    withClient(async (client) => {
      const { path } = writeRun(folder.path);
      const base = join(folder.path, 'base.cpuprofile');
      cpSync(path, base);
      await client.initialize();
      assert.equal((await client.open(path)).problem, null);
      const page = async (): Promise<unknown> => {
        const paths = { base: [base], head: [path] };
        assert.equal((await client.compare(paths)).problem, null);
        const message = { type: 'ready' };
        return client.connection.sendRequest(methodOf('compareView'), { message });
      };
      const before = await page();
      await set(client, false);
      const { comparisonChanges } = client;
      assert.deepEqual(await page(), before);
      assert.ok(client.comparisonChanges > comparisonChanges);
      await client.close();
    }),
  ));

test('begins without what ran after awaits in an editor that says so', () =>
  withFolder({}, (folder) =>
    withClient(async (client) => {
      const { path, uri } = writeRun(folder.path);
      await client.initialize({ overlay: { chargeAwaits: false } });
      await client.openDocument(uri, text);
      assert.equal((await client.open(path)).problem, null);
      assert.deepEqual(await shown(client, uri), sampled);
      await client.close();
    }),
  ));

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { RunStore } from '../../src/server/store/runStore.ts';
import type { Report } from '../../src/shared/report.ts';
import { largeProfile } from '../support/largeRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import { serverFile, uriOf, withClient } from './serverClient.ts';
import { detail, once as testOnce } from '../support/detail.ts';

const picture = `
  handle:2   handle:2        handle:2   handle:2
  parse:5    parse:5/b).js   <i>:9      parse:5
`;

function sampleRun(rename: Record<string, string> = {}) {
  const profile = profileFromText(picture);
  for (const each of profile.functions) each.name = rename[each.name] ?? each.name;
  return { profile, report: reportOf(profile) };
}

async function inFolder(body: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'server-test-'));
  try {
    await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

testOnce('knows over a restart what was shown last, and that it was cleared', () =>
  inFolder((folder) => {
    const store = () => new RunStore(join(folder, 'runs'));
    assert.equal(store().lastShown(), undefined);
    store().rememberShown('/elsewhere/a.cpuprofile');
    assert.equal(store().lastShown(), '/elsewhere/a.cpuprofile');
    store().rememberShown(null);
    assert.equal(store().lastShown(), null);
    assert.deepEqual(store().paths(), []);
  }),
);

testOnce('shows names as text, whatever is in them', () =>
  inFolder((folder) =>
    withClient(async (client) => {
      const path = join(folder, 'a.cpuprofile');
      const name = '<img src=x onerror=alert(1)> [a](command:b) **c** $(zap)\n# d';
      const { profile, report } = sampleRun({ parse: name, handle: name });
      const uri = uriOf('/app/main.js');
      const text = Array.from({ length: 12 }, (_, n) => `  line ${n + 1}`).join('\n');
      profile.sources.set('/app/main.js', text);
      writeFileSync(path, saveRun(profile, report));
      await client.initialize();
      assert.equal((await client.open(path)).problem, null);
      await client.openDocument(uri, text);
      const { value } = (await client.hover(uri, 5))!.contents as { value: string };
      const shown =
        '&lt;img src=x onerror=alert\\(1\\)&gt; \\[a\\]\\(command\\:b\\) \\*\\*c\\*\\* \\$\\(zap\\) \\# d';
      assert.ok(value.includes(shown), value);
      assert.ok(!value.includes('<'), value);
      await client.close();
    }),
  ),
);

testOnce('says of a damaged run that it is damaged, and goes on', () =>
  inFolder((folder) =>
    withClient(async (client) => {
      await client.initialize();
      const whole = saveRun(...(Object.values(sampleRun()) as Parameters<typeof saveRun>));
      const path = join(folder, 'a.cpuprofile');
      const damages: [string, (json: { hotframe: Record<string, unknown> }) => void][] = [
        ['no report', ({ hotframe }) => delete hotframe['report']],
        ['empty report', ({ hotframe }) => (hotframe['report'] = {})],
        ['lines of nothing', ({ hotframe }) => ((hotframe['report'] as Report).lines = [null!])],
        ['no profile', ({ hotframe }) => delete hotframe['profile']],
      ];
      for (const [what, damage] of damages) {
        const json = JSON.parse(whole) as { hotframe: Record<string, unknown> };
        damage(json);
        writeFileSync(path, JSON.stringify(json));
        const { problem } = await client.open(path);
        assert.match(problem ?? '', /^a\.cpuprofile can't be opened\. .*damaged/, what);
      }
      writeFileSync(path, whole);
      assert.equal((await client.open(path)).problem, null);
      await client.close();
    }),
  ),
);

detail('shows what a person opens while the run from before is being read', () =>
  inFolder(async (folder) => {
    const large = largeProfile(40_000);
    const old = join(folder, 'old.cpuprofile');
    const older = join(folder, 'older.cpuprofile');
    for (const path of [old, older]) writeFileSync(path, saveRun(large, reportOf(large)));
    const wanted = join(folder, 'wanted.cpuprofile');
    const { profile, report } = sampleRun();
    writeFileSync(wanted, saveRun(profile, report));
    const storageFolder = join(folder, 'storage');
    // Before, while and after it is read.
    for (const afterMs of [0, 5, 20, 60, 150, 400]) {
      for (const path of [wanted, older]) {
        new RunStore(storageFolder).rememberShown(old);
        await withClient(async (client) => {
          await client.initialize({ storageFolder });
          await delay(afterMs);
          assert.deepEqual(await client.open(path), { problem: null });
          assert.equal(client.profile?.path, path);
          await delay(200);
          assert.equal(client.profile.path, path, `opened after ${afterMs} ms`);
          await client.close();
        });
      }
    }
  }),
);

testOnce('shows the run from before all the same when what is opened meanwhile is damaged', () =>
  inFolder((folder) =>
    withClient(async (client) => {
      const large = largeProfile(100_000);
      const old = join(folder, 'old.cpuprofile');
      writeFileSync(old, saveRun(large, reportOf(large)));
      const damaged = join(folder, 'damaged.cpuprofile');
      writeFileSync(damaged, '{"nodes":');
      const storageFolder = join(folder, 'storage');
      new RunStore(storageFolder).rememberShown(old);
      await client.initialize({ storageFolder });
      assert.notEqual((await client.open(damaged)).problem, null);
      await client.until('the run from before', () => client.profile?.path === old);
      await client.close();
    }),
  ),
);

testOnce('speaks over Node.js IPC too, and ends with its parent', async () => {
  const child = fork(serverFile, ['--node-ipc'], { execArgv: [] });
  const exited = once(child, 'exit');
  child.send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: process.pid, rootUri: null, capabilities: {} },
  });
  const [answer] = (await once(child, 'message')) as [{ id: number; result: object }];
  assert.equal(answer.id, 1);
  assert.ok('capabilities' in answer.result);
  child.disconnect();
  await exited;
});

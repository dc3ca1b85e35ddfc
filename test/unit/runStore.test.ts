import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { RunStore } from '../../src/server/store/runStore.ts';

/** What the folder of saved runs holds beside them; the runs are in test/process/savedRuns. */

const scratch = mkdtempSync(join(tmpdir(), 'run-store-'));
after(() => rmSync(scratch, { recursive: true }));

test('what was shown last is told, and that nothing is to be shown', () => {
  const folder = join(scratch, 'shown');
  const store = new RunStore(folder);
  assert.equal(store.lastShown(), undefined);
  store.rememberShown('/runs/a.hotframe');
  assert.equal(store.lastShown(), '/runs/a.hotframe');
  store.rememberShown(null);
  assert.equal(store.lastShown(), null);
  if (process.platform !== 'win32') assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('what was compared last is told, until nothing is', () => {
  const store = new RunStore(scratch);
  assert.equal(store.lastCompared(), null);
  const paths = { base: ['/runs/a.hotframe'], head: ['/runs/b.hotframe', '/runs/c.hotframe'] };
  store.rememberCompared(paths);
  assert.deepEqual(store.lastCompared(), paths);
  store.rememberCompared(null);
  assert.equal(store.lastCompared(), null);
  store.rememberCompared(null);
});

test('what another version has written of a comparison is none', () => {
  const store = new RunStore(scratch);
  const others = ['', 'x', 'null', '7', '"a"', '{}', '{"base":["a"]}', '{"head":["a"]}'];
  for (const text of [...others, '{"base":["a"],"head":[1]}', '{"base":"a","head":"b"}']) {
    writeFileSync(join(scratch, 'last-compared.json'), text);
    assert.equal(store.lastCompared(), null, text);
  }
});

test('a comparison that can not be remembered, as in a folder that is gone, is no error', () => {
  const store = new RunStore(join(scratch, 'gone'));
  store.rememberCompared({ base: [], head: [] });
  assert.equal(store.lastCompared(), null);
});

test('a run is owned by its folder alone', () => {
  const store = new RunStore(scratch);
  const path = store.pathFor(Date.UTC(2026, 0, 2, 3, 4, 5, 6));
  assert.equal(path, join(scratch, 'run-2026-01-02T03-04-05-006Z.hotframe'));
  assert.deepEqual(
    [path, path.replace(scratch, '/other'), join(scratch, 'a.hotframe')].map((each) =>
      store.owns(each),
    ),
    [true, false, false],
  );
});

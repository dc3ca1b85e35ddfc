import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Connection, MarkupContent } from 'vscode-languageserver/node';
import { shownLines } from '../../src/host/lines/hotPlaces.ts';
import { EditorFiles } from '../../src/server/lines/editorFiles.ts';
import { hoverAt } from '../../src/server/lines/hover.ts';
import { HotLines } from '../../src/server/lines/hotLines.ts';
import { CurrentProfile } from '../../src/server/profile/currentProfile.ts';
import { profileSummary } from '../../src/server/profile/profileSummary.ts';
import type { OverlayOptions } from '../../src/shared/lspOptions.ts';
import type { ShownTimes } from '../../src/shared/shownTimes.ts';
import { requestTimes, wait, waitingLine } from '../support/requestTimes.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wait-lines-')));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'orders.js');
const uri = pathToFileURL(file).href;
const text = `function orders() {
  const order = parse(body);
  const rows = await db.query(all);
  render(await price(rows), order);
  cache.set(rows);
}`;

/** Line 2 has CPU time alone, line 3 waits alone, line 4 has both, and line 5 waits next to nothing. */
async function shown(times: ShownTimes = 'both', minShare = 0.01) {
  const profile = profileFromText(`
    orders:2/orders.js  orders:2/orders.js  orders:2/orders.js  orders:4/orders.js
  `);
  for (const each of profile.functions) Object.assign(each, { file, line: 1 });
  writeFileSync(file, text);
  profile.sources.set(file, text);
  const http = { kind: 'http' } as const;
  profile.requests = requestTimes({
    serialAwaits: [
      {
        ...{ file, functionName: 'orders', firstLine: 3, secondLine: 5 },
        ...{ firstMs: 12, secondMs: 8 },
      },
    ],
    lines: [
      waitingLine(file, 3, wait('postgres db:5432 SELECT … FROM orders', 15, { perRequest: 8 })),
      waitingLine(file, 4, wait('GET http://a/[1]', 4, http), wait('GET http://b/', 1, http)),
      waitingLine(file, 5, wait('redis SET', 0.05)),
    ],
  });
  const connection = { sendNotification: () => Promise.resolve() } as unknown as Connection;
  const currentProfile = new CurrentProfile(connection, { tellsFolders: false, rootUri: null });
  const files = new EditorFiles(connection, currentProfile);
  const overlay = { minShare, times, maxLinesPerFile: 10 } as OverlayOptions;
  const hotLines = new HotLines(
    currentProfile,
    files,
    () => overlay,
    () => null,
  );
  await currentProfile.showRun({ profile, report: reportOf(profile) }, null, 0, [folder]);
  const found = files.find(uri)!;
  const hover = (line: number) =>
    hoverAt(found, hotLines.of(found), line, { compared: null, hasWhy: false });
  return {
    labels: hotLines.editorLines(uri).map(({ line, label }) => `${line}: ${label}`),
    lines: hotLines.editorLines(uri),
    hover: (line: number) => (hover(line)?.contents as MarkupContent | undefined)?.value ?? null,
    summary: profileSummary(currentProfile.current!),
    overlay,
  };
}

const waits = { three: '⏱ 15 ms postgres ×8', four: '⏱ 5 ms GET http://a/[1], 1 more' };

test('lines show CPU time and waits, the largest share first', async () => {
  const { labels, lines } = await shown();
  assert.deepEqual(labels, ['2: 75.0 %', `3: ${waits.three}`, `4: 25.0 %  ${waits.four}`]);
  assert.deepEqual(
    lines.map(({ showsCpu, waitMs, waitShare }) => [showsCpu, waitMs, waitShare]),
    [
      [true, 0, 0],
      [false, 15, 15 / 24],
      [true, 5, 5 / 24],
    ],
  );
});

test('lines show CPU time alone, or waits alone, where only that is wanted', async () => {
  assert.deepEqual((await shown('cpu')).labels, ['2: 75.0 %', '4: 25.0 %']);
  assert.deepEqual((await shown('waits')).labels, [`3: ${waits.three}`, `4: ${waits.four}`]);
});

test('a line with too little CPU time is shown for its wait alone', async () => {
  const { labels } = await shown('both', 0.5);
  assert.deepEqual(labels, ['2: 75.0 %', `3: ${waits.three}`, `4: ${waits.four}`]);
});

const pair =
  'orders\\.js\\:3 and orders\\.js\\:5 wait one after the other \\(12 ms \\+ 8 ms\\) and may be able to run side by side.';

test('the hover of a line says how long requests wait, for what and how often', async () => {
  const { hover } = await shown();
  assert.equal(
    hover(3),
    `⏱ **15 ms** of the 24 ms of a request wait here (62.5 %)

- 15 ms: postgres db\\:5432 SELECT … FROM orders · ×8 · p50 14 ms · p99 45 ms

${pair}`,
  );
  assert.match(hover(4)!, /^\*\*25\.0 %\*\* self/);
  assert.match(hover(4)!, /\n\n⏱ \*\*5 ms\*\* of the 24 ms/);
  assert.match(hover(4)!, /\n- 4 ms: GET .*1.* · p50/);
  assert.doesNotMatch(hover(2)!, /⏱/);
  assert.equal(hover(5), pair, 'its own waits are too short to be shown');
  assert.equal(hover(6), null);
});

test('going to the next line follows what is shown', async () => {
  const { summary, overlay } = await shown();
  const order = (times: ShownTimes) =>
    shownLines(summary, { ...overlay, times }).map(({ line }) => line);
  assert.deepEqual(order('both'), [2, 3, 4]);
  assert.deepEqual(order('waits'), [3, 4]);
  assert.deepEqual(order('cpu'), [2, 4]);
});

test('the list of lines has those that only wait, with the function around them', async () => {
  const { summary } = await shown();
  const three = summary.lines.find(({ line }) => line === 3);
  assert.deepEqual([three?.label, three?.functionName], [waits.three, 'orders']);
  assert.equal(summary.requests?.meanMs, 24);
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { ended, freePort, postgresFolder, startPostgres } from '../../support/databases.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/**
 * A server that waits for PostgreSQL, from its first run to the comparison after two queries that were one
 * after the other run side by side and one of them has an index. It runs where Debian's package is.
 */

const serial = `  const orders = await ordersOf(customer);
  const prices = await pricesNow();`;
const together = `  const [orders, prices] = await Promise.all([ordersOf(customer), pricesNow()]);`;

const serverOf = (port: number) => `const http = require('node:http');
const { Pool } = require('pg');

const pool = new Pool({ host: '127.0.0.1', port: ${port}, user: 'test', database: 'postgres', max: 20 });

async function ordersOf(customer) {
  const { rows } = await pool.query('select id, total from orders where customer = $1', [customer]);
  return rows;
}

async function pricesNow() {
  const { rows } = await pool.query('select pg_sleep(0.02), 17 as price');
  return rows;
}

async function summary(customer) {
${serial}
  return { orders: orders.length, price: prices[0].price };
}

async function migrate() {
  await pool.query('create table if not exists orders (id int, customer int, total int)');
  const { rowCount } = await pool.query('select 1 from orders limit 1');
  if (rowCount === 0) {
    await pool.query('insert into orders select i, i % 1000, i from generate_series(1, 200000) i');
  }
  // index
}

migrate().then(() => {
  http
    .createServer(async (request, response) => {
      response.end(JSON.stringify(await summary(17)));
    })
    .listen(0, '127.0.0.1');
});
setTimeout(() => process.exit(), 300_000).unref();
`;

const bin = await postgresFolder();
if (bin === null) {
  test('a server that waits for PostgreSQL', { skip: "Debian's package can't be installed here." });
} else {
  await journey(bin);
}

async function journey(programs: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'editor-database-'));
  const port = await freePort();
  const database = await startPostgres(programs, folder, port);
  after(async () => {
    await ended(database);
    rmSync(folder, { recursive: true, force: true });
  });
  const server = serverOf(port);
  const workspace = new ScratchWorkspace({
    'server.js': server,
    'package.json': JSON.stringify({ name: 'orders', scripts: { start: 'node server.js' } }),
  });
  mkdirSync(join(workspace.path, 'node_modules'));
  symlinkSync(
    resolve(import.meta.dirname, '../../../node_modules/pg'),
    join(workspace.path, 'node_modules/pg'),
  );

  const settings = {
    'hotframe.load.warmup': 0.5,
    'hotframe.load.duration': 4,
    'hotframe.load.connections': 4,
  };
  const { window, step } = await openWindow(workspace, { settings });

  /** Waits until so many runs are listed. */
  const runsAre = (count: number) =>
    window.until(`${count} runs are listed`, async () => {
      const rows = window.view('Runs').locator('.monaco-list-row[role="treeitem"]');
      return (await rows.filter({ hasText: 'req/s' }).count()) === count;
    });

  const lineOf = (text: string) =>
    readFileSync(join(workspace.path, 'server.js'), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1;

  step('says on the lines of the queries how long a request waits for PostgreSQL', async () => {
    await window.openFile('server.js', lineOf('from orders where'));
    await window.showView();
    await window.command('Hotframe: Profile Server');
    await window.choose('npm run start');
    await runsAre(1);
    await window.lineNoted('server.js', lineOf('from orders where'), /⏱ [\d.]+ ms postgres/);
    await window.lineNoted('server.js', lineOf('pg_sleep'), /⏱ [\d.]+ ms postgres/);
    await window.screenshot('postgres before dark');
    await window.command('Hotframe: Pin Run as Baseline');
    await window.choose(/req\/s/);
  });

  step('says in the comparison how much less they wait', async () => {
    const faster = server
      .replace(serial, together)
      .replace(
        '  // index',
        "  await pool.query('create index if not exists c on orders (customer)');",
      );
    writeFileSync(join(workspace.path, 'server.js'), faster);
    await window.command('Hotframe: Profile Server Again');
    await runsAre(2);
    await window.screenshot('postgres after dark');
    await window.command('Hotframe: Compare With Baseline');
    await window.webview().getByText('Cannot tell: one run does not show').waitFor();
    const [, before, now] = await window
      .webview()
      .locator('tr', { hasText: 'Waits of a request' })
      .locator('td, th')
      .allInnerTexts();
    assert.ok(parseFloat(now!) < 0.8 * parseFloat(before!), `${now} for ${before}`);
    await window.screenshot('postgres comparison dark');
  });
}

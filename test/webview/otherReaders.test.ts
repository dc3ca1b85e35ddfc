import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { collapsedText } from '../../src/analysis/export/collapsed.ts';
import { pprofBytes } from '../../src/analysis/export/pprof.ts';
import { speedscopeText } from '../../src/analysis/export/speedscope.ts';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { launchBrowser } from '../support/browser.ts';
import { openDevTools } from '../support/devTools.ts';
import { assertSameFunctions, onCpuOf, type ReadFunction } from '../support/functionTotals.ts';
import { hostileNames, hostileRun } from '../support/hostileRun.ts';
import { installedPackage } from '../support/installedPackage.ts';
import { shopRun } from '../support/shopRun.ts';

/** Saved profiles in the pages of the programs that are to read them: speedscope and DevTools. */

let browser: Browser;
let speedscope: string;
before(async () => {
  speedscope = join(await installedPackage('speedscope', '1.25.0'), 'dist/release/index.html');
  browser = await launchBrowser();
});
after(() => browser.close());

/** Microseconds of speedscope's units; samples have none. */
const unitMicros: Record<string, number> = { '': 1, ns: 1e-3, µs: 1, ms: 1e3, s: 1e6 };

/** The sandwich view's table of functions, of the profile that is shown first. */
async function readBySpeedscope(
  name: string,
  content: string | Uint8Array,
): Promise<{ functions: ReadFunction[]; title: string }> {
  // As high as the table: it draws only the rows that are in sight.
  const page = await browser.newPage({ viewport: { width: 1400, height: 3000 } });
  try {
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('dialog', (dialog) => {
      troubles.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${pathToFileURL(speedscope).href}#localProfilePath=none&view=sandwich`);
    await page.waitForFunction(() => 'speedscope' in window);
    await page.evaluate(
      ([file, base64]) => {
        const api = (window as unknown as { speedscope: SpeedscopeApi }).speedscope;
        api.loadFileFromBase64(file!, base64!);
      },
      [name, Buffer.from(content).toString('base64')],
    );
    await page.locator('tr:has(td):visible').first().waitFor();
    const rows = await page
      .locator('tr:has(td):visible')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
      );
    assert.deepEqual(troubles, []);
    const functions = rows.map(([total = '', self = '', key = '']) => {
      return { key, self: amountOf(self), total: amountOf(total) };
    });
    return { functions, title: await page.locator('body').innerText() };
  } finally {
    await page.close();
  }
}

interface SpeedscopeApi {
  loadFileFromBase64(name: string, base64: string): void;
}

/** `1.01s (90%)`, `12 (3%)` → the number in its smallest unit. */
function amountOf(cell: string): number {
  const found = /^([\d.,]+)(ns|µs|ms|s)? \(/.exec(cell);
  assert.ok(found, cell);
  return Number(found[1]!.replaceAll(',', '')) * unitMicros[found[2] ?? '']!;
}

const byName = ({ name }: { name: string }) => name;
/** Three digits of a second: the page shows no more. */
const asShown = 0.005;

const { profile, report } = shopRun();

test('speedscope reads its own format', async () => {
  const { functions, title } = await readBySpeedscope(
    'run.speedscope.json',
    speedscopeText(profile, report),
  );
  assert.ok(title.includes('main process 4711'), title.slice(0, 200));
  assertSameFunctions(functions, profile, { keyOf: byName, tolerance: asShown });
  assert.equal(sumOfSelf(functions), onCpuOf(profile) * 1000);
});

test('speedscope reads a saved run', async () => {
  const { functions } = await readBySpeedscope('run.cpuprofile', saveRun(profile, report));
  assertSameFunctions(functions, profile, { keyOf: byName, tolerance: asShown });
  assert.equal(sumOfSelf(functions), onCpuOf(profile) * 1000);
});

test('speedscope reads collapsed stacks', async () => {
  const { functions } = await readBySpeedscope(
    'run.collapsed',
    collapsedText(profile, report, '/app'),
  );
  assert.equal(sumOfSelf(functions), onCpuOf(profile));
  assertSameFunctions(functions, profile, {
    keyOf: ({ name, file, line }) => `${name} (${file.replace('/app/', '')}:${line})`,
  });
});

test('speedscope reads pprof', async () => {
  const { functions } = await readBySpeedscope('run.pb.gz', gzipSync(pprofBytes(profile, report)));
  assertSameFunctions(functions, profile, { keyOf: byName, tolerance: asShown });
});

for (const [name, save] of [
  ['a.speedscope.json', (run: typeof hostile) => speedscopeText(run.profile, run.report)],
  ['a.cpuprofile', (run: typeof hostile) => saveRun(run.profile, run.report)],
  ['a.pb.gz', (run: typeof hostile) => gzipSync(pprofBytes(run.profile, run.report))],
  ['a.folded', (run: typeof hostile) => collapsedText(run.profile, run.report, '/app')],
] as const) {
  test(`speedscope shows hostile names of ${name} as they are`, async () => {
    const { functions } = await readBySpeedscope(name, save(hostile));
    const names = functions.map(({ key }) => key).join('\n');
    for (const each of hostileNames.filter((text) => !/[\p{Cc};#]|\u2028/u.test(text))) {
      assert.ok(names.includes(each), `${each} in ${names}`);
    }
  });
}
const hostile = hostileRun();

test('DevTools read a saved run', async () => {
  for (const run of [{ profile, report }, hostile]) {
    const { functions, micros } = await readByDevTools(saveRun(run.profile, run.report));
    assertSameFunctions(functions, run.profile, { keyOf: byName });
    // Times are those that ran, although the server waited as well.
    assert.ok(Math.abs(micros / (onCpuOf(run.profile) * 1000) - 1) < 0.02, `${micros} µs`);
  }
});

/** What their model of a CPU profile makes of it: all but idle time. */
async function readByDevTools(
  text: string,
): Promise<{ functions: ReadFunction[]; micros: number }> {
  await using opened = await openDevTools();
  const functions = await opened.page.evaluate(async (content) => {
    const address = location.href;
    const { CPUProfileDataModel } = (await import(address)) as DevToolsModule;
    const model = new CPUProfileDataModel.CPUProfileDataModel(JSON.parse(content));
    const byKey = new Map<string, { key: string; self: number; total: number }>();
    // Without functions of its own, which the page would not know.
    const waiting = model.profileHead.children
      .filter(({ functionName }) => functionName !== '(idle)')
      .map((node) => ({ node, above: [] as string[] }));
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { node, above } = next;
      const key = node.functionName;
      const row = byKey.get(key) ?? { key, self: 0, total: 0 };
      byKey.set(key, row);
      row.self += node.self;
      if (!above.includes(key)) row.total += node.total;
      for (const child of node.children) waiting.push({ node: child, above: [...above, key] });
    }
    return [...byKey.values()];
  }, text);
  return { functions, micros: sumOfSelf(functions) * 1000 };
}

interface DevToolsNode {
  functionName: string;
  /** Milliseconds. */
  self: number;
  total: number;
  children: DevToolsNode[];
}

interface DevToolsModule {
  CPUProfileDataModel: {
    CPUProfileDataModel: new (profile: unknown) => { profileHead: DevToolsNode };
  };
}

function sumOfSelf(functions: readonly ReadFunction[]): number {
  return functions.reduce((sum, { self }) => sum + self, 0);
}

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { renderHtmlPage } from '../../src/engine/profile/htmlPage.ts';
import type { Report } from '../../src/shared/report.ts';
import { launchBrowser } from '../support/browser.ts';
import {
  assertNoTroubles,
  drawnFrames,
  openPage,
  pageAssets,
  settled,
} from '../support/openPage.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { shopRun } from '../support/shopRun.ts';
import { profileFromText } from '../support/textProfile.ts';

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

function pageOf(profile: Profile | null, report: Report, sources = new Map<string, string>()) {
  return renderHtmlPage(profile, report, {
    assetsFolder: pageAssets,
    baseFolder: '/app',
    sourceOf: (file) => sources.get(file) ?? null,
  });
}

const small = profileFromText(`
  main:1    main:1         main:1          main:1         gc   idle
  route:9   route:9        admin:20        admin:20
  parse:30  render:3@views render:3@views  parse:31
            gc
`);

/** Opens a page, acts, and checks that nothing was refused, requested, logged or thrown. */
async function inPage(
  html: string,
  act: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  await using opened = await openPage(browser, html, options);
  await act(opened.page);
  assertNoTroubles(opened);
}

const smallPage = () => pageOf(small, reportOf(small));
const area = (page: Page, name: string) => page.locator(`.toggle[data-name="${name}"]`);
const frame = (page: Page, name: string) => page.locator(`g.frame[aria-label^="${name},"]`);

const smallFrames = [
  'all on-CPU samples 100 %',
  '  main 80.0 %',
  '  (no visible frame) 20.0 %',
  '    route 40.0 %',
  '    admin 40.0 %',
  '      parse 20.0 %',
  '      parse 20.0 %',
];

test('draws the frames of your own code, with the figures of the run above them', async () => {
  await inPage(smallPage(), async (page) => {
    assert.deepEqual(await drawnFrames(page), smallFrames);
    const header = await page.locator('.run').innerText();
    for (const text of [
      'node src/server.js',
      'req/s',
      '6.05 ms',
      '10 connections, 10 s',
      '231 µs',
    ]) {
      assert.ok(header.includes(text), `${text} in ${header}`);
    }
    const details = await page.locator('.run-details').innerText();
    for (const text of [
      'Node.js 22.11.0',
      '3.10 ms',
      '31.4 ms',
      '8.10 MB/s',
      'errors\n0',
      'sampling\n1.9 %',
    ]) {
      assert.ok(details.includes(text), `${text} in ${details}`);
    }
    assert.equal(await page.title(), 'Hotframe · node server.js');
    assert.match(smallPage(), /<template id="licences">[^<]*d3-flame-graph [\d.]+ \(Apache-2\.0\)/);
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  });
});

test('says of which commit a run was, and on which machine', async () => {
  const report = reportOf(small);
  report.machine = { cpu: 'Some CPU', cores: 4, platform: 'linux', arch: 'x64' };
  Object.assign(report.target!, {
    commit: '1a2b3c4d5e6f',
    branch: '<b>',
    modified: 'source-files',
  });
  await inPage(pageOf(small, report), async (page) => {
    const details = await page.locator('.run-details').innerText();
    assert.match(
      details,
      /^commit 1a2b3c4 of <b>, with changes that are not committed · Some CPU, 4 cores, linux x64$/m,
    );
  });
});

test('turning an area on moves time from the caller to its own frames', async () => {
  await inPage(smallPage(), async (page) => {
    assert.match((await frame(page, 'route').getAttribute('aria-label'))!, /self 20\.0 %/);
    await area(page, 'deps').click();
    assert.deepEqual((await drawnFrames(page)).slice(5), [
      '      parse 20.0 %',
      '      render 20.0 %',
      '      render 20.0 %',
      '      parse 20.0 %',
    ]);
    assert.match((await frame(page, 'route').getAttribute('aria-label'))!, /self 0 %/);
    await area(page, 'gc').click();
    assert.ok((await drawnFrames(page)).includes('        (garbage collector) 20.0 %'));
    await area(page, 'deps').click();
    await area(page, 'gc').click();
    assert.deepEqual(await drawnFrames(page), smallFrames);
  });
});

test('the toggles carry the share that ended in their area', async () => {
  await inPage(smallPage(), async (page) => {
    const texts = await page.locator('.toggle').allInnerTexts();
    const flat = texts.map((text) => text.replaceAll('\n', ' '));
    assert.deepEqual(flat, [
      'app 40.0 %',
      'deps 20.0 %',
      'core 0 %',
      'v8 0 %',
      'native 0 %',
      'gc 40.0 %',
      'views 20.0 %',
    ]);
    await area(page, 'views').click();
    assert.ok((await drawnFrames(page)).includes('      render 20.0 %'));
    assert.equal(await area(page, 'views').getAttribute('aria-pressed'), 'true');
  });
});

test('a click zooms and shows the place; the breadcrumb and Escape lead back', async () => {
  await inPage(smallPage(), async (page) => {
    await settled(page);
    await frame(page, 'admin').click();
    assert.deepEqual(await drawnFrames(page), [
      'all on-CPU samples 100 %',
      '  main 80.0 %',
      '    admin 40.0 %',
      '      parse 20.0 %',
    ]);
    assert.equal(await page.locator('#place code').innerText(), 'main.js:20');
    const widths = await page
      .locator('g.frame rect')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
    assert.equal(widths[0], widths[2]);
    assert.ok(Math.abs(widths[3]! * 2 - widths[2]!) <= 2, `${widths}`);
    await page.locator('.crumbs').getByRole('button', { name: 'main' }).click();
    assert.equal((await drawnFrames(page)).length, 6);
    await page.keyboard.press('Escape');
    assert.deepEqual(await drawnFrames(page), smallFrames);
  });
});

test('zooming fetches what was too narrow to draw', async () => {
  const profile = profileFromStacks([
    [6000, 'main:1', 'busy:2'],
    [9, 'main:1', 'rare:3', 'deeper:4'],
    [1, 'main:1', 'rare:3', 'deepest:5'],
  ]);
  await inPage(pageOf(profile, reportOf(profile)), async (page) => {
    const find = async (name: string) =>
      (await drawnFrames(page)).some((row) => row.trim().startsWith(name));
    assert.equal(await find('deepest'), false);
    await frame(page, 'rare').focus();
    await page.keyboard.press('Enter');
    assert.equal(await find('deepest'), true);
  });
});

test('zooms for those too who have nothing against motion', async () => {
  await inPage(
    smallPage(),
    async (page) => {
      await settled(page);
      await frame(page, 'admin').click();
      await page.waitForFunction(() => document.querySelectorAll('g.frame').length === 4);
      assert.equal((await drawnFrames(page))[3], '      parse 20.0 %');
    },
    { reducedMotion: 'no-preference' },
  );
});

test('callers: the function on top of the stack comes first', async () => {
  await inPage(smallPage(), async (page) => {
    await page.getByRole('radio', { name: 'Callers' }).check();
    assert.deepEqual(await drawnFrames(page), [
      'all on-CPU samples 100 %',
      '  parse 40.0 %',
      '  route 20.0 %',
      '  admin 20.0 %',
      '  (no visible frame) 20.0 %',
      '    route 20.0 %',
      '    admin 20.0 %',
      '    main 20.0 %',
      '    main 20.0 %',
      '      main 20.0 %',
      '      main 20.0 %',
    ]);
  });
});

test('a function without a name is drawn with its place', async () => {
  const profile = profileFromText(`
    main:1
    (module):7/src/app.ts
    (anonymous):15/src/app.ts
  `);
  await inPage(pageOf(profile, reportOf(profile)), async (page) => {
    assert.deepEqual((await drawnFrames(page)).slice(2), [
      '    (module) app.ts 100 %',
      '      (anonymous) app.ts:15 100 %',
    ]);
  });
});

test('a search takes any text, marks frames and says their share', async () => {
  const profile = profileFromStacks([
    [1, 'main:1', 'call(x):3'],
    [3, 'main:1', 'other:4'],
  ]);
  await inPage(pageOf(profile, reportOf(profile)), async (page) => {
    await settled(page);
    await page.keyboard.press('/');
    for (const text of ['(', '[', '\\', '*', '(x']) {
      await page.keyboard.type(text);
      await page.locator('output.matches', { hasText: ' in ' }).waitFor();
      if (text !== '(x') await page.keyboard.press('Backspace');
    }
    await page.locator('output.matches', { hasText: '25.0 % in 1 function' }).waitFor();
    assert.deepEqual(await page.locator('g.frame[data-match]').allTextContents(), [
      'call(x) 25.0 %',
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('output.matches').innerText(), '');
    assert.equal(await page.locator('g.frame[data-match]').count(), 0);
  });
});

test('the keyboard moves between frames, zooms and resets', async () => {
  await inPage(smallPage(), async (page) => {
    await settled(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const press = async (key: string, expected: RegExp) => {
      await page.keyboard.press(key);
      await settled(page);
      assert.match((await focused()) ?? '', expected, key);
    };
    await page.locator('g.frame[tabindex="0"]').focus();
    await press('ArrowDown', /^main,/);
    await press('ArrowDown', /^route,/);
    await press('ArrowRight', /^admin,/);
    await press('ArrowRight', /^admin,/);
    assert.equal(await page.locator('.tip .tip-name').innerText(), 'admin');
    await press('ArrowDown', /^parse,.*main\.js:31/);
    await press('ArrowUp', /^admin,/);
    await press('Enter', /^admin,/);
    assert.equal(await page.locator('g.frame').count(), 4);
    await press('Escape', /^admin,/);
    assert.equal(await page.locator('g.frame').count(), 7);
    await press('Home', /^all on-CPU samples/);
    assert.equal(await page.locator('g.frame[tabindex="0"]').count(), 1);
    await page.getByRole('radio', { name: 'Flame' }).check();
    await settled(page);
    await page.locator('g.frame[tabindex="0"]').focus();
    await press('ArrowUp', /^main,/);
  });
});

test('the flame layout has the root at the bottom', async () => {
  await inPage(smallPage(), async (page) => {
    await settled(page);
    const top = async (name: string) => (await frame(page, name).boundingBox())!.y;
    assert.ok((await top('all on-CPU samples')) < (await top('main')));
    await page.getByRole('radio', { name: 'Flame' }).check();
    await page.waitForFunction(() => {
      const [root, main] = [...document.querySelectorAll('g.frame')];
      return root!.getBoundingClientRect().y > main!.getBoundingClientRect().y;
    });
  });
});

test('colours say heat, area or tier, and a marked function stands out in each', async () => {
  const { profile, report, sources } = shopRun();
  await inPage(pageOf(profile, report, sources), async (page) => {
    await settled(page);
    const tone = () => frame(page, 'priceWithTax').getAttribute('data-tone');
    assert.equal(await tone(), 'heat5');
    await page.getByRole('radio', { name: 'Area' }).check();
    assert.equal(await tone(), 'app');
    await page.getByRole('radio', { name: 'Tier' }).check();
    assert.equal(await tone(), 'ignition');
    assert.equal(await frame(page, 'priceWithTax').getAttribute('data-marker'), '');
    assert.match((await frame(page, 'priceWithTax').textContent())!, /^⚠ priceWithTax/);
    await frame(page, 'priceWithTax').hover();
    const tip = await page.locator('.tip').innerText();
    for (const text of ['src/pricing/tax.js:22', 'Deopt loop', 'wrong map', '27.8 %', 'ignition']) {
      assert.ok(tip.includes(text), `${text} in ${tip}`);
    }
  });
});

test('the hot lines sort by each column, and a chosen line lights up its frames', async () => {
  const { profile, report, sources } = shopRun();
  await inPage(pageOf(profile, report, sources), async (page) => {
    await settled(page);
    const first = () => page.locator('tbody tr .place').first().textContent();
    const header = (name: string) => page.locator('th').getByRole('button', { name });
    assert.equal(await first(), 'src/pricing/tax.js:22');
    const row = page.locator('tbody tr').first();
    assert.match(await row.innerText(), /rates\[order\.country\].*\n*.*priceWithTax/s);
    await header('Self').click();
    assert.equal(await page.locator('th.self').getAttribute('aria-sort'), 'ascending');
    await header('Total').focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('th.total').getAttribute('aria-sort'), 'descending');
    assert.equal(await first(), 'src/routes/orders.js:14');
    await header('Line').click();
    assert.equal(await first(), 'src/audit.js:7');
    await page.getByRole('button', { name: 'src/pricing/tax.js:25' }).click();
    assert.deepEqual(await page.locator('g.frame[data-lit]').allTextContents(), [
      '⚠ priceWithTax 27.8 %',
    ]);
    assert.equal(await page.locator('tbody tr[data-lit]').count(), 3);
    assert.equal(await page.locator('#place code').innerText(), 'src/pricing/tax.js:25');
  });
});

const hostile = '<img src=x onerror=alert(1)>';
const hostileScript = '</template></script><script>alert(2)</script><!--';

test('every string of a profile is text, whatever is in it', async () => {
  const profile = profileFromText(`
    main:1   main:1     main:1
    evil:3   evil:3     evil:4
             x:1@pack
  `);
  const rename = (text: string) => (text === 'evil' ? hostile : text);
  for (const fn of profile.functions) {
    fn.name = rename(fn.name);
    if (fn.name === hostile) fn.file = `/app/${hostileScript}.js`;
    if (fn.package) fn.package = hostile;
  }
  const made = reportOf(profile);
  const report: Report = {
    ...made,
    target: { ...made.target!, command: ['node', hostile, hostileScript], node: hostile },
    load: { ...made.load!, url: hostile, warnings: [hostile, hostileScript] },
    functions: made.functions.map((fn) => ({
      ...fn,
      marker: 'not-optimized',
      reason: `${hostile}${hostileScript}`,
    })),
    notes: [hostile, hostileScript],
  };
  const sources = new Map([[`/app/${hostileScript}.js`, `\n\n${hostileScript}\n${hostile}`]]);
  await inPage(pageOf(profile, report, sources), async (page) => {
    await settled(page);
    assert.ok((await drawnFrames(page)).some((row) => row.includes(`⚠ ${hostile}`)));
    await area(page, hostile).click();
    await page.locator('g.frame[data-marker]').last().hover();
    assert.ok((await page.locator('.tip').innerText()).includes(hostileScript));
    await page.locator('g.frame[data-marker]').last().click();
    await page.keyboard.press('/');
    await page.keyboard.type(hostile);
    await page.locator('tbody tr').first().click();
    await page.getByRole('radio', { name: 'Callers' }).check();
    await settled(page);
    const text = await page.locator('body').innerText();
    for (const wanted of [hostile, hostileScript]) assert.ok(text.includes(wanted));
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('script').count(), 1);
  });
});

test('the page refuses everything that is not its own', async () => {
  await using opened = await openPage(browser, smallPage());
  const { page, troubles } = opened;
  await settled(page);
  assert.deepEqual(troubles, []);
  const violations = await page.evaluate(async () => {
    const seen: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(event.effectiveDirective);
    });
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const image = document.createElement('img');
    image.src = 'https://example.com/x.png';
    document.body.append(image);
    const styled = document.createElement('p');
    styled.setAttribute('style', 'color: red');
    document.body.append(styled);
    await fetch('https://example.com/').catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { seen: seen.sort(), ran: 'ran' in window };
  });
  assert.equal(violations.ran, false);
  assert.deepEqual(violations.seen, [
    'connect-src',
    'img-src',
    'script-src-elem',
    'style-src-attr',
  ]);
});

test('a failed run is a readable page', async () => {
  const message = 'node server.js ended with exit code 1 before it listened.';
  const report: Report = {
    ...reportOf(profileFromText('')),
    target: null,
    load: null,
    sampling: null,
    failure: { kind: 'exited-before-listening', message },
  };
  await inPage(pageOf(null, report), async (page) => {
    assert.equal(await page.getByRole('alert').innerText(), message);
    assert.equal(
      await page.locator('.empty').first().innerText(),
      'The run failed before there was anything to draw.',
    );
    assert.equal(await page.locator('.graph').isVisible(), false);
  });
});

const emptyPages: [string, string, RegExp][] = [
  ['no samples at all', '', /^No samples: /],
  ['only idle samples', 'idle  idle', /^No sample met code on the CPU/],
  ['nothing of the chosen areas', 'gc  x:1@node', /^No frame of app was on the stack\./],
];
for (const [name, picture, words] of emptyPages) {
  test(`${name} is said in words`, async () => {
    const profile = profileFromText(picture);
    await inPage(pageOf(profile, reportOf(profile)), async (page) => {
      await page.locator('.flame > .empty', { hasText: words }).waitFor();
    });
  });
}

test('says what ran around the handlers, in a picture with little of your own code and in the tip', async () => {
  const around = 'Around your handlers: @hapi/hapi 66.0 %, Node.js HTTP 32.0 %.';
  const profile = profileFromStacks([
    [2, 'main:1'],
    [66, 'execute:3@@hapi/hapi'],
    [32, 'end:9/_http_outgoing@node'],
  ]);
  await inPage(pageOf(profile, reportOf(profile)), async (page) => {
    const hint = page.locator('.flame-hint');
    assert.ok((await hint.innerText()).includes(`on the stack for 2.0 %. ${around}`));
    await frame(page, '(no visible frame)').hover();
    await page.locator('.tip-note', { hasText: around }).waitFor();
    await area(page, 'deps').click();
    await frame(page, 'execute').waitFor();
    assert.equal(await hint.isVisible(), false);
  });
});

test('with every area hidden it says where to turn one on', async () => {
  await inPage(smallPage(), async (page) => {
    await area(page, 'app').click();
    await page.locator('.flame > .empty', { hasText: 'All areas are hidden.' }).waitFor();
    await area(page, 'app').click();
    assert.deepEqual(await drawnFrames(page), smallFrames);
  });
});

test('in a saved page the picture is a download, and the page itself is not offered', async () => {
  await using opened = await openPage(browser, smallPage());
  const { page, troubles } = opened;
  await settled(page);
  for (const name of ['Save HTML', 'Save Other…']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0);
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save SVG' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'flamegraph.svg');
  const folder = await mkdtemp(join(tmpdir(), 'page-test-'));
  try {
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    assert.match(await readFile(path, 'utf8'), /^<svg [^]*>main 80\.0 %<[^]*<\/svg>\n$/);
  } finally {
    await rm(folder, { recursive: true });
  }
  assert.deepEqual(
    troubles.filter((trouble) => !trouble.startsWith('request: blob:')),
    [],
  );
});

test('zoom and choices survive a reload of the page', async () => {
  await inPage(smallPage(), async (page) => {
    await settled(page);
    await page.getByRole('radio', { name: 'Area' }).check();
    await frame(page, 'main').click();
    const zoomed = await drawnFrames(page);
    await frame(page, 'admin').click();
    await page.waitForFunction(() => JSON.stringify(history.state).includes('admin'));
    // However soon after the click.
    const reload = (shape: SVGElement | HTMLElement) => {
      shape.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      location.reload();
    };
    await Promise.all([page.waitForEvent('load'), frame(page, 'main').evaluate(reload)]);
    assert.deepEqual(await drawnFrames(page), zoomed);
    assert.equal(await page.getByRole('radio', { name: 'Area' }).isChecked(), true);
  });
});

test('a damaged page says so', async () => {
  const html = smallPage().replace(/(<template id="profile">.{40})/, '$1AAAA');
  await inPage(html, async (page) => {
    await page
      .getByText("This page can't be shown. Its compressed data is cut or garbled.")
      .waitFor();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every tone can be read in ${colorScheme}`, async () => {
    await inPage(
      smallPage(),
      async (page) => {
        await settled(page);
        const colours = await page.evaluate(() => {
          const tones = [
            'plain heat1 heat2 heat3 heat4 heat5 app deps core wasm v8 native gc',
            'ignition sparkplug maglev turbofan',
          ];
          const probe = document.createElement('p');
          document.body.append(probe);
          probe.style.background = 'var(--tone)';
          probe.style.color = 'var(--tone-text)';
          return tones
            .join(' ')
            .split(' ')
            .map((tone) => {
              probe.dataset['tone'] = tone;
              const { backgroundColor, color } = getComputedStyle(probe);
              return { tone, backgroundColor, color };
            });
        });
        for (const { tone, backgroundColor, color } of colours) {
          const contrast = contrastOf(backgroundColor, color);
          assert.ok(contrast >= 4.5, `${tone}: ${color} on ${backgroundColor} is ${contrast}`);
        }
      },
      { colorScheme },
    );
  });
}

function contrastOf(...colours: [string, string]): number {
  const [light, dark] = colours.map(luminance).sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: string): number {
  const [r, g, b] = rgb.match(/\d+/g)!.map((text) => {
    const value = Number(text) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const heights: [width: number, height: number, atMost: number][] = [
  [450, 800, 0.4],
  [500, 800, 0.4],
  [700, 850, 0.35],
  [1400, 900, 0.25],
];
for (const [width, height, atMost] of heights) {
  test(`at ${width} × ${height} the graph is what one sees first, below the warnings`, async () => {
    const { profile, report, sources } = shopRun();
    report.load!.warnings = [
      '3 of 42318 answers were not 2xx (the first was 503): the profile shows the server failing too.',
    ];
    report.notes = ['a note '.repeat(60)];
    await inPage(
      pageOf(profile, report, sources),
      async (page) => {
        await settled(page);
        const top = async (what: string) => (await page.locator(what).first().boundingBox())!.y;
        const graph = await top('.graph g.frame');
        assert.ok(graph < height * atMost, `the graph begins at ${graph} px of ${height}`);
        assert.ok((await top('.messages .warning')) < graph);
        assert.ok((await top('.messages .note')) > graph);
        for (const words of ['Run details', 'Hot lines']) {
          assert.ok((await top(`h2:has-text("${words}")`)) > graph);
        }
      },
      { viewport: { width, height } },
    );
  });
}

test('the packages beyond the first are one click away, and a chosen one stays', async () => {
  const profile = profileFromStacks(
    ['one', 'two', 'three', 'four', 'five'].map((name) => [1, 'main:1', `f:1@${name}`]),
  );
  await inPage(pageOf(profile, reportOf(profile)), async (page) => {
    await settled(page);
    const packages = () => page.locator('.toggle.package').count();
    assert.equal(await packages(), 3);
    await page.getByRole('button', { name: '2 more packages' }).focus();
    await page.keyboard.press('Enter');
    assert.equal(await packages(), 5);
    const last = page.locator('.toggle.package').last();
    await last.click();
    await page.getByRole('button', { name: 'Fewer packages' }).click();
    assert.equal(await packages(), 4);
    assert.equal(await last.getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByText('1 more package').count(), 1);
  });
});

test('a narrow window keeps everything within its width', async () => {
  const { profile, report, sources } = shopRun();
  for (const width of [1440, 700, 450]) {
    await inPage(
      pageOf(profile, report, sources),
      async (page) => {
        await settled(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(overflow <= 0, `${overflow} px too wide at ${width}`);
        const cutFigures = (await drawnFrames(page)).filter((label) => /\d…$/.test(label));
        assert.deepEqual(cutFigures, []);
      },
      { viewport: { width, height: 900 } },
    );
  }
});

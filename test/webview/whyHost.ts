import type { Browser, Page } from 'playwright-core';
import { whyOf } from '../../src/server/why/functionWhy.ts';
import { LoadedProfile } from '../../src/server/profile/loadedProfile.ts';
import type { FromWhy, ToWhy, Why, WhyFunction } from '../../src/shared/whyWire.ts';
import type { FunctionReport } from '../../src/shared/report.ts';
import type { TierStory } from '../../src/shared/tierStory.ts';
import { assertNoTroubles, openPage } from '../support/openPage.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { hostPage, type HostOptions } from './viewHost.ts';

const pricesText = `import { rate } from './rates.js';

export function price(order) {
  let sum = 0;
  for (const item of order.items) sum += item.price * rate(item.kind);
  return sum;
}
`;

/** A deoptimization in each half second, of `price` at `item.price`. */
const deoptimizations = 12;
const windowMs = 6_000;

/** A saved run of 6 s in which `price` deoptimizes in a loop and `parse` stays in ignition; `once` has one sample. */
export function shownRun(): LoadedProfile {
  const profile = profileFromStacks([
    [400, '*handle:4/main.js', '*price:3/prices.js'],
    [200, '*handle:4/main.js', '^price:3/prices.js'],
    [250, '*handle:5/main.js', '~parse:20/main.js'],
    [149, '*handle:6/main.js'],
    [1, '*handle:7/main.js', '*once:40/main.js'],
  ]);
  profile.windowMs = windowMs;
  const index = profile.functions.findIndex(({ name }) => name === 'price');
  profile.functions[index]!.column = 17;
  profile.sources.set('/app/prices.js', pricesText);
  profile.deopts = Array.from({ length: deoptimizations }, (_, at) => ({
    timeMicros: (at + 0.5) * 500_000,
    function: index,
    siteFunction: index,
    ...{ file: '/app/prices.js', line: 5, column: 47 },
    kind: 'deopt-eager',
    reason: at < 10 ? 'wrong map' : 'new in a later V8',
  }));
  const report = reportOf(profile);
  const made = report.functions.find(({ name }) => name === 'price');
  if (made) made.story = loopStory();
  return new LoadedProfile({ profile, report }, null, Date.UTC(2026, 10, 21, 12), []);
}

/** What V8 logs of such a loop: created and compiled in warm-up, then made and thrown away in turn. */
export function loopStory(): TierStory {
  const at = (atMs: number) => ({ atMs, process: 0 });
  const site = { kind: 'deopt-eager', file: '/app/prices.js', line: 5, column: 47 };
  const slices = Array.from({ length: 12 }, (_, slice) => slice);
  return {
    ownSamples: 600,
    slices: {
      sliceMs: 500,
      ignition: slices.map(() => 0),
      sparkplug: slices.map((slice) => (slice % 3 === 0 ? 50 : 0)),
      maglev: slices.map(() => 0),
      turbofan: slices.map((slice) => (slice % 3 === 0 ? 0 : 50)),
    },
    changes: [
      { type: 'compiled', tier: 'ignition', codeBytes: 90, ...at(-2_400) },
      { type: 'compiled', tier: 'sparkplug', codeBytes: 400, ...at(-1_800) },
      { type: 'compiled', tier: 'turbofan', codeBytes: 900, ...at(-600) },
      ...slices.flatMap((slice) => [
        {
          type: 'deopt' as const,
          from: 'turbofan' as const,
          deopt: { ...site, reason: slice < 10 ? 'wrong map' : 'new in a later V8' },
          ...at(slice * 500 + 250),
        },
        {
          type: 'compiled' as const,
          tier: 'turbofan' as const,
          codeBytes: 900,
          ...at(slice * 500 + 400),
        },
      ]),
    ],
    changesLeftOut: 0,
    lastTier: 'turbofan',
    inlinedInto: [{ name: 'handle', file: '/app/main.js', line: 1, column: 1, share: 0.25 }],
    notOptimized: { type: 'deopt-loop', count: 12, site: { ...site, reason: 'wrong map' } },
  };
}

/** What the server says of a function of the run. */
export function whyIn(shown: LoadedProfile, name: string, isStale = false): WhyFunction {
  const report = shown.report.functions.find((each) => each.name === name) as FunctionReport;
  const why = whyOf(shown, { kind: 'function', report }, () => isStale);
  if (why.kind !== 'function') throw new Error(name);
  return why;
}

/** The page as VS Code hosts it, under the hand of a test. */
export class WhyHost {
  constructor(readonly page: Page) {}

  async show(why: Why): Promise<void> {
    await this.send({ type: 'why', why });
  }

  async send(message: ToWhy): Promise<void> {
    await this.page.evaluate((data) => window.postMessage(data, '*'), message);
  }

  /** What the page said since the last call. */
  async said(): Promise<FromWhy[]> {
    return (await this.page.evaluate(() => window.posted.splice(0) as unknown)) as FromWhy[];
  }

  stored(): Promise<unknown> {
    return this.page.evaluate(() => window.stored);
  }
}

export async function inWhyHost(
  browser: Browser,
  act: (host: WhyHost) => Promise<void>,
  { bodyClass, style, ...options }: HostOptions = {},
): Promise<void> {
  const looks = { ...(bodyClass ? { bodyClass } : {}), ...(style ? { style } : {}) };
  await using opened = await openPage(browser, hostPage('why', null, looks), options);
  await act(new WhyHost(opened.page));
  assertNoTroubles(opened);
}

import type { Browser, Page } from 'playwright-core';
import { answerComparison } from '../../src/server/compare/comparisonHandlers.ts';
import type { ComparisonCache } from '../../src/server/compare/comparisonCache.ts';
import type { FromComparison, ToComparison } from '../../src/shared/compareWire.ts';
import { assertNoTroubles, openPage } from '../support/openPage.ts';
import { hostPage, type HostOptions } from './viewHost.ts';

/** The page of a comparison as VS Code hosts it, with the server's own answers on the other side. */
export class ComparisonHost implements AsyncDisposable {
  #answers: AsyncDisposable | null = null;

  constructor(
    readonly page: Page,
    readonly held: ComparisonCache | null,
  ) {}

  /** Lets the server's code answer every question from now on. */
  async answerAll(): Promise<void> {
    this.#answers = await this.page.exposeFunction('answerOf', async (message: FromComparison) =>
      JSON.stringify(await answerComparison(this.held, message)),
    );
    await this.page.evaluate(() => window.answerPosted());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#answers?.[Symbol.asyncDispose]();
  }

  async send(message: ToComparison): Promise<void> {
    await this.page.evaluate((data) => window.postMessage(data, '*'), message);
  }

  /** What the page said since {@link answerAll}, of one type. */
  async said<T extends FromComparison['type']>(
    type: T,
  ): Promise<Extract<FromComparison, { type: T }>[]> {
    const all = (await this.page.evaluate(() => window.said as unknown)) as FromComparison[];
    return all.filter((message) => message.type === type) as Extract<FromComparison, { type: T }>[];
  }

  async drawn(): Promise<void> {
    await this.page
      .locator('.graph[aria-busy="false"] g.frame')
      .first()
      .waitFor({ state: 'attached' });
  }

  /** By its name, without the sign before it. */
  frame(name: string) {
    return this.page.locator(`g.frame[aria-label^="${name},"]`).first();
  }

  /** What is written in each frame, callers before callees. */
  labels(): Promise<string[]> {
    return this.page
      .locator('g.frame')
      .evaluateAll((frames) => frames.map((each) => each.querySelector('text')?.textContent ?? ''));
  }
}

export async function inComparisonHost(
  browser: Browser,
  held: ComparisonCache | null,
  act: (host: ComparisonHost) => Promise<void>,
  { stored = null, bodyClass, style, ...options }: HostOptions & { stored?: unknown } = {},
): Promise<void> {
  const looks = { ...(bodyClass ? { bodyClass } : {}), ...(style ? { style } : {}) };
  await using opened = await openPage(browser, hostPage('comparison', stored, looks), options);
  await using host = new ComparisonHost(opened.page, held);
  await act(host);
  assertNoTroubles(opened);
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { aroundHandlersText } from '../../src/shared/aroundHandlersText.ts';
import { packTree } from '../../src/shared/flamePack.ts';
import type { FromView, ToView } from '../../src/shared/flameWire.ts';
import { runPart } from '../../src/shared/report.ts';
import { requestSentences } from '../../src/shared/requestText.ts';
import { assertNoTroubles, drawnFrames, openPage, pageAssets } from '../support/openPage.ts';

/** The view as VS Code hosts it: a nonce for its script, and the owner on the other side of messages. */

declare global {
  interface Window {
    posted: FromView[];
    /** All of it, where the owner answers by itself. */
    said: FromView[];
    /** Hands over what was posted, and from then on at once. */
    answerPosted(): Promise<void>;
    answerOf(message: FromView): Promise<string>;
    stored: unknown;
  }
}

export function hostPage(
  page: 'main' | 'comparison' | 'why' | 'bench',
  stored: unknown,
  { bodyClass = 'vscode-dark', style = '' }: Pick<HostOptions, 'bodyClass' | 'style'>,
): string {
  const asset = (name: string) => readFileSync(join(pageAssets, name), 'utf8');
  return `<!doctype html><html><head><meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'">
    <style nonce="abc">${style}${asset(`${page}.css`)}</style></head><body class="${bodyClass}">
    <script nonce="abc">
      window.posted = [];
      window.said = [];
      window.answerPosted = async () => {
        const answer = async (message) => {
          window.said.push(message);
          const data = JSON.parse(await window.answerOf(message));
          if (data) window.postMessage(data, '*');
        };
        const open = window.posted;
        window.posted = { push: answer };
        for (const message of open) await answer(message);
      };
      window.stored = ${JSON.stringify(stored)};
      window.acquireVsCodeApi = () => ({
        postMessage: (message) => window.posted.push(message),
        getState: () => window.stored,
        setState: (state) => (window.stored = state),
      });
    </script>
    <script nonce="abc">${asset(`${page}.js`).replaceAll('</script', '<\\/script')}</script>
    </body></html>`;
}

export interface HostOptions extends BrowserContextOptions {
  bodyClass?: string;
  /** The editor's variables. */
  style?: string;
}

export async function inViewHost(
  browser: Browser,
  owner: FlameModel,
  act: (host: ViewHost) => Promise<void>,
  stored: unknown = null,
  { bodyClass, style, ...options }: HostOptions = {},
): Promise<void> {
  const looks = { ...(bodyClass ? { bodyClass } : {}), ...(style ? { style } : {}) };
  await using opened = await openPage(browser, hostPage('main', stored, looks), options);
  await using host = new ViewHost(opened.page, owner);
  await act(host);
  assertNoTroubles(opened);
}

/** The owner of the profile on the other side of messages, under the hand of a test. */
export class ViewHost implements AsyncDisposable {
  #answers: AsyncDisposable | null = null;

  constructor(
    readonly page: Page,
    readonly owner: FlameModel,
  ) {}

  profile(): Extract<ToView, { type: 'profile' }> {
    return {
      type: 'profile',
      aroundHandlers: aroundHandlersText(this.owner.report),
      requestSentences: requestSentences(this.owner.report),
      report: runPart(this.owner.report),
      ...this.owner.shares(),
      baseFolder: '/app',
    };
  }

  /** Lets the owner answer every question by itself from now on. */
  async answerAll(): Promise<void> {
    // As text: what Playwright hands over itself must not be as deep as a stack may be.
    this.#answers = await this.page.exposeFunction('answerOf', (message: FromView) =>
      JSON.stringify(this.#answerTo(message)),
    );
    await this.page.evaluate(() => window.answerPosted());
    await drawnFrames(this.page);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#answers?.[Symbol.asyncDispose]();
  }

  #answerTo(message: FromView): ToView | null {
    if (message.type === 'ready') return this.profile();
    if (message.type === 'lines') return this.#lines(message.requestId);
    if (message.type === 'query') {
      const tree = packTree(this.owner.query(message.query));
      return { type: 'tree', requestId: message.requestId, tree };
    }
    if (message.type === 'waits') {
      const picture = this.owner.profile.requests?.picture ?? null;
      return { type: 'waits', requestId: message.requestId, picture };
    }
    if (message.type !== 'search') return null;
    const matches = this.owner.search(message.visibility, message.text);
    return { type: 'matches', requestId: message.requestId, ...matches };
  }

  #lines(requestId: number): ToView {
    const { report } = this.owner;
    const lineFunctions = this.owner.lineFunctions();
    return { type: 'lines', requestId, lines: report.lines, lineTexts: {}, lineFunctions };
  }

  /** What the view said since {@link answerAll}, of one type. */
  async said<T extends FromView['type']>(type: T): Promise<Extract<FromView, { type: T }>[]> {
    const all = await this.page.evaluate(() => window.said);
    return all.filter((message) => message.type === type) as Extract<FromView, { type: T }>[];
  }

  /** What the view posted since the last call. */
  async posted(): Promise<FromView[]> {
    return this.page.evaluate(() => window.posted.splice(0));
  }

  async send(message: ToView): Promise<void> {
    await this.page.evaluate((data) => window.postMessage(data, '*'), message);
  }

  /** The next query, once it is there; what was posted after it can still be read. */
  async query(): Promise<Extract<FromView, { type: 'query' }>> {
    await this.page.waitForFunction(() => window.posted.some(({ type }) => type === 'query'));
    const found = await this.page.evaluate(() => {
      const last = window.posted.findLastIndex(({ type }) => type === 'query');
      return window.posted.splice(0, last + 1).at(-1);
    });
    assert.ok(found?.type === 'query');
    return found;
  }

  async answer(query: Extract<FromView, { type: 'query' }>): Promise<void> {
    const tree = packTree(this.owner.query(query.query));
    await this.send({ type: 'tree', requestId: query.requestId, tree });
  }

  async show(): Promise<void> {
    await this.send(this.profile());
    await this.answer(await this.query());
    await drawnFrames(this.page);
    await this.page.waitForFunction(() => window.posted.some(({ type }) => type === 'lines'));
    const asked = (await this.posted()).find((message) => message.type === 'lines');
    assert.ok(asked?.type === 'lines');
    await this.send(this.#lines(asked.requestId));
  }

  frame(name: string) {
    return this.page.locator(`g.frame[aria-label^="${name},"]`).first();
  }
}

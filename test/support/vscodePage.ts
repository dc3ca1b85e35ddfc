import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { lastingPage } from './browser.ts';
import type { CodeServer } from './codeServer.ts';
import { saveScreenshot } from './picture.ts';
import { QuickInputPage } from './quickInputPage.ts';

export interface WindowOptions {
  colorScheme?: 'dark' | 'light';
  /** CSS pixels. */
  width?: number;
  height?: number;
}

/** A window of VS Code as its user sees it, from its opening to its end. */
export class VsCodePage extends QuickInputPage implements AsyncDisposable {
  private constructor(
    page: Page,
    folder: string | undefined,
    private readonly server: CodeServer,
    private readonly isLasting: boolean,
  ) {
    super(page, folder);
  }

  /** Opens a folder (or an empty window) and waits until the workbench can be used. */
  static async open(
    browser: Browser,
    server: CodeServer,
    folder?: string,
    { width = 1400, height = 900, colorScheme = 'light' }: WindowOptions = {},
  ): Promise<VsCodePage> {
    const viewport = { width, height };
    const looks = { colorScheme, reducedMotion: 'reduce' } as const;
    const lasting = await lastingPage(browser);
    const page = lasting ?? (await (await browser.newContext({ viewport, ...looks })).newPage());
    if (lasting) {
      await lasting.setViewportSize(viewport);
      await lasting.emulateMedia(looks);
      await forget(lasting, server.url);
    }
    await page.addInitScript(stillness);
    const window = new VsCodePage(page, folder, server, lasting !== null);
    await window.page.goto(server.urlOf(folder));
    await window.#ready();
    return window;
  }

  /** By the command, which saves what is open before; a reload of the page alone does not. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.command('Developer: Reload Window');
    await loaded;
    await this.#ready();
  }

  async #ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
  }

  /**
   * Waits until the extensions that start by themselves have, and the window has done nothing that takes
   * long for two seconds. By timers: the browser may forget about idle callbacks after a key press.
   */
  async atRest(): Promise<void> {
    // As text: the loader would wrap a named function by a helper that the page lacks.
    const settled = await this.page.evaluate(`new Promise((settle) => {
      const everyMs = 50;
      const start = performance.now();
      let last = start;
      let idle = 0;
      const look = () => {
        const now = performance.now();
        idle = now - last > everyMs + 30 ? 0 : idle + 1;
        last = now;
        if (idle >= 40 || now - start > 60_000) settle(idle >= 40);
        else setTimeout(look, everyMs);
      };
      setTimeout(look, everyMs);
    })`);
    assert.ok(settled, 'the window has come to rest within a minute');
  }

  /** After a test that failed: ends its run, and takes away what it left open over the window. */
  async reset(): Promise<void> {
    await this.closeQuickInput();
    const run = this.statusItem('Hotframe: ');
    const isRunning = (await run.locator('.codicon-loading').count()) > 0;
    if (isRunning) {
      await this.command('Hotframe: Stop');
      await run.waitFor({ state: 'detached' });
    }
    await this.clearNotifications();
  }

  /** Runs a part of a test; when it fails, says what the window showed and what was logged. */
  async watch(name: string, body: () => Promise<void>): Promise<void> {
    try {
      await body();
    } catch (error) {
      await saveScreenshot(this.page, `failed ${name}`).catch(() => {});
      console.error(`── console\n${this.console.slice(-20).join('\n')}`);
      console.error(this.server.extensionLogs());
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await leaveWorkbench(this.page);
    if (!this.isLasting) await this.page.context().close();
  }
}

/** What moves, such as the icon of a run, is drawn without end, which takes a good part of a CPU without a GPU. */
const stillness = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** What other windows of the server have stored in the browser, such as names that were typed before. */
async function forget(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb';
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes });
  await session.detach();
}

/** As a person closes a tab: the extension host ends at once, which otherwise waits to be connected to again. */
export async function leaveWorkbench(page: Page): Promise<void> {
  await page.goto('about:blank').catch(() => {});
}

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import type { CodeServer } from './codeServer.ts';

const screenshots = join(import.meta.dirname, '../../.cache/screenshots');

/** How long the workbench may take for what is no run: everything in it comes from this machine. */
const patienceMs = 20_000;

export interface WindowOptions {
  colorScheme?: 'dark' | 'light';
  /** CSS pixels. */
  width?: number;
  height?: number;
}

/** A window of VS Code as its user sees it: commands, lists, notifications, editors, webviews. */
export class VsCodePage implements AsyncDisposable {
  /** Errors and warnings of the window's console, for when a test fails. */
  readonly console: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly server: CodeServer,
  ) {
    page.setDefaultTimeout(patienceMs);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.console.push(`${message.type()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => this.console.push(`error: ${error.message}`));
  }

  /** Opens a folder (or an empty window) and waits until the workbench can be used. */
  static async open(
    browser: Browser,
    server: CodeServer,
    folder?: string,
    { width = 1400, height = 900, ...options }: WindowOptions = {},
  ): Promise<VsCodePage> {
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
      ...options,
    });
    const window = new VsCodePage(await context.newPage(), server);
    await window.page.goto(server.urlOf(folder));
    await window.#ready();
    return window;
  }

  /** Reloads the window, as `Developer: Reload Window` does. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.#ready();
  }

  async #ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
  }

  /** F1, the command's whole title, Enter. */
  async command(title: string): Promise<void> {
    await this.#quickInput('F1', title);
    const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title });
    await row.first().waitFor();
    // The best match of a whole title is the first row, once the list has been filtered.
    await this.page
      .locator('.quick-input-list .monaco-list-row.focused')
      .filter({ hasText: title })
      .waitFor();
    await this.page.keyboard.press('Enter');
  }

  async openFile(path: string, line?: number): Promise<void> {
    await this.#quickInput('Control+p', line === undefined ? path : `${path}:${line}`);
    const row = this.page.locator('.quick-input-list .monaco-list-row.focused');
    await row.filter({ hasText: basename(path) }).waitFor();
    await this.page.keyboard.press('Enter');
    await this.editor(basename(path)).waitFor();
  }

  async #quickInput(key: string, text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    // The workbench binds its keys a moment after it is drawn.
    await this.until(`${key} opens the list`, async () => {
      if (await input.isVisible()) return true;
      await this.page.keyboard.press(key);
      return await input.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    });
    await input.fill(key === 'F1' ? `>${text}` : text);
  }

  /** The rows of the open quick pick, each as its whole text. */
  async quickPickRows(): Promise<string[]> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    return rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** Chooses the first row with the text. */
  async choose(text: string | RegExp): Promise<void> {
    const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
    await row.first().click();
  }

  /** Answers an open input box. */
  async answer(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    await input.waitFor();
    await input.fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** The notification with the text. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-toast').filter({ hasText: text });
  }

  /** Waits for the notification and gives its whole message. */
  async notified(text: string | RegExp, timeout = patienceMs): Promise<string> {
    const message = this.notification(text).first().locator('.notification-list-item-message');
    await message.waitFor({ timeout });
    return message.innerText();
  }

  async pressButton(text: string | RegExp, button: string): Promise<void> {
    await this.notification(text)
      .first()
      .locator('.monaco-button')
      .filter({ hasText: button })
      .click();
  }

  /** The status bar item with the text. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar .statusbar-item').filter({ hasText: text });
  }

  /** The editor of a file, by its name without folders. */
  editor(name: string): Locator {
    return this.page.locator(`.editor-instance .monaco-editor[data-uri$="/${name}"]`).first();
  }

  /** What the extension writes at the end of a line that is scrolled into sight, else empty. */
  async lineNote(name: string, line: number): Promise<string> {
    return (await this.lineNotes(name)).get(line) ?? '';
  }

  /**
   * The same for all lines in sight. Decorations' text is CSS `content` of a span's `::after`, so it
   * is no text of the document; spaces in it are no-break spaces.
   */
  async lineNotes(name: string): Promise<Map<number, string>> {
    const notes = await this.editor(name).evaluate((editor) => {
      const top = (element: Element): number => Math.round(element.getBoundingClientRect().top);
      const numbers = new Map(
        [...editor.querySelectorAll('.margin-view-overlays .line-numbers')].map((number) => [
          top(number),
          Number(number.textContent),
        ]),
      );
      return [...editor.querySelectorAll('.view-lines .view-line')].map((row) => {
        const texts = [...row.querySelectorAll('span')].map((span) => {
          const { content } = getComputedStyle(span, '::after');
          return content === 'none' || content === 'normal' ? '' : content;
        });
        return [numbers.get(top(row)) ?? 0, texts.join('')] as const;
      });
    });
    return new Map(
      notes
        .filter(([, text]) => text !== '')
        .map(([line, text]) => [line, text.replaceAll(/^"|"$|""/g, '').replaceAll('\u00a0', ' ')]),
    );
  }

  /** Waits until the note at the end of the line is as wanted, and gives it. */
  async lineNoted(name: string, line: number, wanted: RegExp): Promise<string> {
    let note = '';
    await this.until(
      `line ${line} of ${name} says ${wanted}`,
      async () => wanted.test((note = await this.lineNote(name, line))),
      () => `it says ${JSON.stringify(note)}`,
    );
    return note;
  }

  /** How many lines in sight have an icon of an extension beside their number. */
  async gutterIcons(name: string): Promise<number> {
    return this.editor(name).locator('.glyph-margin-widgets [class*="ced-"]').count();
  }

  /** The text of the hover over a word of a line in sight. */
  async hover(name: string, word: string): Promise<string> {
    const span = this.editor(name).locator('.view-line span span').filter({ hasText: word });
    await span.first().hover();
    const content = this.page.locator('.monaco-hover:visible .hover-contents');
    await content.first().waitFor();
    return (await content.allInnerTexts()).join('\n');
  }

  /** Rows of the tree views of the side bar that is open. */
  async treeRows(): Promise<string[]> {
    const rows = this.page.locator('.sidebar .monaco-list-row[role="treeitem"]');
    await rows.first().waitFor();
    return rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** The content of the visible webview: the innermost of two nested frames. */
  webview(): FrameLocator {
    return this.page
      .frameLocator('iframe.webview.ready >> visible=true')
      .frameLocator('iframe#active-frame');
  }

  /** Labels of the editor tabs, in order. */
  async tabs(): Promise<string[]> {
    return this.page
      .locator('.tabs-container .tab')
      .evaluateAll((all) => all.map((tab) => tab.getAttribute('data-resource-name') ?? ''));
  }

  /** The line of the cursor, as the status bar says it; 0 where no editor has it. */
  async cursorLine(): Promise<number> {
    const text = await this.page
      .locator('.statusbar-item[id="status.editor.selection"]')
      .innerText()
      .catch(() => '');
    return Number(/Ln (\d+)/.exec(text)?.[1] ?? 0);
  }

  /** Polls until the condition holds; the deadline is a failure. */
  async until(
    what: string,
    holds: () => Promise<boolean>,
    instead: () => string = () => '',
    deadlineMs = patienceMs,
  ): Promise<void> {
    const end = performance.now() + deadlineMs;
    while (!(await holds())) {
      assert.ok(performance.now() < end, `${what} within ${deadlineMs / 1000} s; ${instead()}`);
      await this.page.waitForTimeout(50);
    }
  }

  /** Into .cache/screenshots/, to be looked at. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: join(screenshots, `${name}.png`) });
  }

  /** Runs a part of a test; when it fails, says what the window showed and what was logged. */
  async watch(name: string, body: () => Promise<void>): Promise<void> {
    try {
      await body();
    } catch (error) {
      await this.screenshot(`failed ${name}`).catch(() => {});
      console.error(`── console\n${this.console.slice(-20).join('\n')}`);
      console.error(this.server.extensionLogs());
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}

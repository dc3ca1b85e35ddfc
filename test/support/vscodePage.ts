import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import type { CodeServer } from './codeServer.ts';

const screenshots = join(import.meta.dirname, '../../.cache/screenshots');

/** How long the workbench may take for what is no run: everything in it comes from this machine. */
const patienceMs = 20_000;

/** What the workbench complains of in each window: parts that are not installed, the network. */
const knownNoise =
  /spdlog|native-watchdog|open-vsx|status of 404|NAME_NOT_RESOLVED|service ?worker|fetching the script|iframe|\[lifecycle\]/i;

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
  /** Boxes that a page has opened, such as that of `alert`. */
  readonly dialogs: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly server: CodeServer,
  ) {
    page.setDefaultTimeout(patienceMs);
    page.on('console', (message) => {
      const isTrouble = message.type() === 'error' || message.type() === 'warning';
      if (!isTrouble || knownNoise.test(message.text())) return;
      this.console.push(`${message.type()}: ${message.text().slice(0, 1_000)}`);
    });
    page.on('dialog', (dialog) => {
      this.dialogs.push(dialog.message());
      void dialog.dismiss();
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

  /** Waits until the extensions that start by themselves have, and the window has nothing to do for a while. */
  async atRest(): Promise<void> {
    // As text: the loader would wrap a named function by a helper that the page lacks.
    await this.page.evaluate(`new Promise((settle) => {
      let idle = 0;
      const look = (deadline) => {
        idle = deadline.timeRemaining() > 40 ? idle + 1 : 0;
        if (idle < 40) requestIdleCallback(look);
        else settle();
      };
      requestIdleCallback(look);
    })`);
  }

  /** F1, the command's whole title, and a click on it, or the Enter key. */
  async command(title: string, by: 'mouse' | 'keyboard' = 'mouse'): Promise<void> {
    const row = this.#row(title).first();
    // Extensions' commands are known a moment after the window is drawn.
    await this.until(`the command ${title} is offered`, async () => {
      await this.#quickInput('F1', title);
      return row.waitFor({ timeout: 1_500 }).then(
        () => true,
        () => this.#closeQuickInput().then(() => false),
      );
    });
    if (by === 'mouse') return row.click();
    await this.until('the command is the chosen one', async () => {
      if (await row.evaluate((each) => each.classList.contains('focused'))) return true;
      await this.page.keyboard.press('ArrowDown');
      return false;
    });
    await this.page.keyboard.press('Enter');
  }

  /** Where it is closed already, Escape would mean something to what has the keyboard. */
  async #closeQuickInput(): Promise<void> {
    const widget = this.page.locator('.quick-input-widget');
    if (await widget.isVisible()) await this.page.keyboard.press('Escape');
  }

  async openFile(path: string, line?: number): Promise<void> {
    const row = this.page
      .locator('.quick-input-list .monaco-list-row.focused')
      .filter({ hasText: basename(path) });
    const opened = this.editor(path.split('/').slice(-3).join('/'));
    // The list follows what is typed a moment later: until then its first row is another file.
    await this.until(`${path} is open`, async () => {
      await this.#quickInput('Control+p', line === undefined ? path : `${path}:${line}`);
      await row.waitFor();
      await this.page.keyboard.press('Enter');
      return await opened.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  async #quickInput(key: string, text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    // The workbench binds its keys a moment after it is drawn, and a list that is seen may be going.
    await this.until(`${key} opens the list`, async () => {
      if (!(await input.isVisible())) await this.page.keyboard.press(key);
      return await input.fill(key === 'F1' ? `>${text}` : text, { timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    });
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

  /** Another colour theme, by its name. */
  async useTheme(name: string): Promise<void> {
    await this.command('Preferences: Color Theme');
    // The list follows the one of the commands in the same widget.
    await this.#row('Dark Modern').first().waitFor();
    await this.page.locator('.quick-input-widget input.input').fill(name);
    await this.#row(name).first().click();
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    const base = { dark: 'vs-dark', light: 'vs' };
    const contrast = { dark: 'hc-black', light: 'hc-light' };
    const kind = /light/i.test(name) ? 'light' : 'dark';
    const drawn = (/contrast/i.test(name) ? contrast : base)[kind];
    await this.page.locator(`.monaco-workbench.${drawn}`).waitFor();
  }

  /** The row of the open list with exactly this label. */
  #row(label: string): Locator {
    const exact = new RegExp(`^\\s*${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
    return this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.locator('.label-name').filter({ hasText: exact }) });
  }

  /** Brings a file that is open to the front. */
  async showTab(name: string): Promise<void> {
    await this.page.locator(`.tabs-container .tab[data-resource-name="${name}"]`).first().click();
    await this.editor(name).waitFor();
  }

  /** Answers the input box with the words in its title or beside its field. */
  async answer(box: string, text: string): Promise<void> {
    await this.asked(box);
    await this.type(text);
    await this.page.keyboard.press('Enter');
  }

  /** Waits for the input box with the words in its title or beside its field. */
  async asked(box: string): Promise<void> {
    await this.page.locator('.quick-input-widget').filter({ hasText: box }).waitFor();
  }

  /** Writes into the open input box, over what it holds. */
  async type(text: string): Promise<void> {
    await this.page.locator('.quick-input-widget input.input').fill(text);
  }

  /** What the open input box holds. */
  typed(): Promise<string> {
    return this.page.locator('.quick-input-widget input.input').inputValue();
  }

  /** What the open input box says is wrong with what it holds. */
  async inputProblem(): Promise<string> {
    const field = this.page.locator('.quick-input-widget .quick-input-box .monaco-inputbox.error');
    await field.waitFor();
    return this.page.locator('.quick-input-widget .quick-input-message').innerText();
  }

  /**
   * Chooses a file in VS Code's own file dialog, by its path. The dialog lists its first folder a
   * moment after it is drawn, over what was typed until then, and takes no answer while it looks a
   * path up: so it is told again until it is gone.
   */
  async chooseFile(title: string, path: string): Promise<void> {
    const dialog = this.page.locator('.quick-input-widget').filter({
      has: this.page.locator('.quick-input-title').filter({ hasText: title }),
    });
    const input = dialog.locator('input.input');
    await dialog.locator('.monaco-list-row').first().waitFor();
    await this.until(`the dialog takes ${path}`, async () => {
      if (!(await dialog.isVisible())) return true;
      if ((await input.inputValue()) !== path) await input.fill(path);
      const row = dialog.locator('.monaco-list-row.focused').filter({ hasText: basename(path) });
      const isFound = await row.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
      if (!isFound || (await input.inputValue()) !== path) return false;
      await this.page.keyboard.press('Enter');
      return await dialog.waitFor({ state: 'hidden', timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Takes the path that the dialog for saving proposes, which ends with the name. */
  async saveAs(name: string): Promise<void> {
    const path = this.page.locator('.quick-input-widget input.input');
    await this.until('the path is proposed', async () => (await path.inputValue()).endsWith(name));
    await this.page.keyboard.press('Enter');
    await this.notified(`Saved ${name}.`);
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

  /** The buttons of a notification, in the order that they are read in. */
  async buttons(text: string | RegExp): Promise<string[]> {
    const buttons = this.notification(text)
      .first()
      .locator('.notification-list-item-buttons-container');
    return buttons.locator('.monaco-button').allInnerTexts();
  }

  /** The lines in sight of the output panel. */
  async outputText(): Promise<string> {
    const lines = await this.page.locator('.panel .output-view .view-line').allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
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
   * The same for all lines in sight, or what stands before them. Decorations' text is CSS `content`
   * of a span's `::after`, so it is no text of the document; spaces in it are no-break spaces.
   */
  async lineNotes(name: string, side: 'before' | 'after' = 'after'): Promise<Map<number, string>> {
    const notes = await this.editor(name).evaluate((editor, pseudo) => {
      // No named functions in here: the loader would wrap them by a helper that the page lacks.
      const numbers = new Map(
        [...editor.querySelectorAll('.margin-view-overlays .line-numbers')].map((number) => [
          Math.round(number.getBoundingClientRect().top),
          Number(number.textContent),
        ]),
      );
      return [...editor.querySelectorAll('.view-lines .view-line')].map((row) => {
        const texts = [...row.querySelectorAll('span')].map((span) => {
          const { content } = getComputedStyle(span, pseudo);
          return content === 'none' || content === 'normal' ? '' : content;
        });
        return [
          numbers.get(Math.round(row.getBoundingClientRect().top)) ?? 0,
          texts.join(''),
        ] as const;
      });
    }, `::${side}`);
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

  /** The text of the hover over the beginning of a line in sight. */
  async hover(name: string, line: number): Promise<string> {
    // By the mouse alone: bringing it into sight would scroll inside of what the editor draws.
    const top = await this.editor(name)
      .locator('.line-numbers')
      .filter({ hasText: new RegExp(`^${line}$`) })
      .evaluate((number) => number.getBoundingClientRect().top);
    const rows = await this.editor(name)
      .locator('.view-line')
      .evaluateAll((all) =>
        all.map((row) => {
          const word = [...row.querySelectorAll('span span')].find((span) =>
            span.textContent.trim(),
          );
          const { right, top, height } = (word ?? row).getBoundingClientRect();
          return { x: right - 4, y: top + height / 2, top };
        }),
      );
    const row = rows.find((each) => Math.abs(each.top - top) < 5);
    assert.ok(row, `line ${line} of ${name} is in sight`);
    const content = this.page.locator('.monaco-hover:visible .hover-contents');
    await this.page.mouse.move(row.x, row.y + 1);
    await this.page.mouse.move(row.x, row.y);
    await content.first().waitFor();
    return (await content.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  }

  /** The number of the line with the cursor, whether or not the editor has the keyboard; 0 without one. */
  async activeLine(name: string): Promise<number> {
    const number = this.editor(name).locator('.line-numbers.active-line-number');
    return (await number.count()) === 0 ? 0 : Number(await number.first().innerText());
  }

  /** Opens the side bar with the extension's view. */
  async showView(): Promise<void> {
    await this.page.locator('.activitybar .action-label[aria-label^="Hotframe"]').click();
    await this.page.locator('.sidebar .title-label').filter({ hasText: 'Hotframe' }).waitFor();
  }

  /** A view of the extension, in its side bar that is open. */
  view(name: 'Hot Lines' | 'Runs'): Locator {
    return this.page
      .locator('.sidebar .pane')
      .filter({ has: this.page.locator(`.pane-header[aria-label^="${name}"]`) });
  }

  /** The row of the view with the text. */
  treeItem(text: string | RegExp, view: 'Hot Lines' | 'Runs' = 'Hot Lines'): Locator {
    return this.view(view)
      .locator('.monaco-list-row[role="treeitem"]')
      .filter({ hasText: text })
      .first();
  }

  /** Rows of the view, once it has some. */
  async treeRows(view: 'Hot Lines' | 'Runs' = 'Hot Lines'): Promise<string[]> {
    const rows = this.view(view).locator('.monaco-list-row[role="treeitem"]');
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

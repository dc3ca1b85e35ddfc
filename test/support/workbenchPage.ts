import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { clearNotificationsKey } from './codeServer.ts';
import { takePicture } from './picture.ts';

/** How long the workbench may take for anything, a run too: all of it comes from this machine, which may be busy. */
export const patienceMs = 90_000;

/** For what is done again where it has not worked: a key may be lost, and a row drawn anew misses a click. */
const soon = { timeout: 4_000 };

/** For what must not be done a second time, which would be taken for something else. */
export const noSecond = { timeout: 20_000 };

/** What the workbench complains of in each window: parts that are not installed, the network. */
const knownNoise =
  /spdlog|native-watchdog|open-vsx|status of 404|NAME_NOT_RESOLVED|service ?worker|fetching the script|iframe|\[lifecycle\]/i;

/** What is around the editors: notifications, status bar, side bar, panel, webviews; and the page itself. */
export class WorkbenchPage {
  /** Errors and warnings of the window's console, for when a test fails. */
  readonly console: string[] = [];
  /** Boxes that a page has opened, such as that of `alert`. */
  readonly dialogs: string[] = [];

  /** @param folder that is open, or its `.code-workspace`; undefined where nothing is */
  protected constructor(
    readonly page: Page,
    protected readonly folder: string | undefined,
  ) {
    page.setDefaultTimeout(patienceMs);
    page.on('console', (message) => {
      const isTrouble = message.type() === 'error' || message.type() === 'warning';
      if (!isTrouble || knownNoise.test(message.text())) return;
      this.console.push(`${message.type()}: ${message.text().slice(0, 1_000)}`);
    });
    page.on('dialog', (dialog) => {
      // Of a window with text that is not saved, when it is left.
      if (dialog.type() === 'beforeunload') return void dialog.accept();
      this.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => this.console.push(`error: ${error.message}`));
  }

  /** All notifications in sight. */
  protected get toasts(): Locator {
    return this.page.locator('.notifications-toasts .notification-toast');
  }

  /** The notification with the text. */
  notification(text: string | RegExp): Locator {
    return this.toasts.filter({ hasText: text });
  }

  /** Waits for the notification and gives its whole message. */
  async notified(text: string | RegExp, timeout = patienceMs): Promise<string> {
    const message = this.notification(text).first().locator('.notification-list-item-message');
    await this.sayingWhatIsInSight(() => message.waitFor({ timeout }));
    return message.innerText();
  }

  /** Adds to the error of what fails what the window asks and says, and how many notifications it has. */
  protected async sayingWhatIsInSight(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const list = this.page.locator('.quick-input-widget >> visible=true');
      const texts = [...(await list.allInnerTexts()), ...(await this.toasts.allInnerTexts())];
      const bell = this.page.locator('[id="status.notifications"] [aria-label]').first();
      const told = await bell.getAttribute('aria-label', { timeout: 1_000 }).catch(() => 'no bell');
      const inSight = texts.length > 0 ? JSON.stringify(texts) : 'no list and no notification';
      throw new Error(`${String(error)}\nIn sight: ${inSight}; the bell says: ${told}`, {
        cause: error,
      });
    }
  }

  /**
   * By a key of its own, since a command of the palette takes half a second and more. It is pressed once: VS Code asks
   * its extensions before it obeys the first time, and would take with a second press the notification that comes next.
   */
  async clearNotifications(): Promise<void> {
    await this.untilDone('no notification is left', async () => {
      if ((await this.toasts.count()) === 0) return;
      await this.page.keyboard.press(clearNotificationsKey);
      await this.toasts.first().waitFor({ state: 'detached', ...noSecond });
    });
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

  /** Opens the side bar with the extension's view, where that is not open: another click would close it. */
  async showView(): Promise<void> {
    const title = this.page.locator('.sidebar .title-label').filter({ hasText: 'Hotframe' });
    if (await title.isVisible()) return;
    const action = this.page.locator('.action-label[aria-label^="Hotframe"]');
    // Its badge lies over it.
    await this.page.locator('.activitybar .action-item', { has: action }).click();
    await title.waitFor();
  }

  /** A view of the extension, in its side bar that is open. */
  view(name: 'Findings' | 'Hot Lines' | 'Allocations' | 'Runs'): Locator {
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
  async treeRows(
    view: 'Findings' | 'Hot Lines' | 'Allocations' | 'Runs' = 'Hot Lines',
  ): Promise<string[]> {
    const rows = this.view(view).locator('.monaco-list-row[role="treeitem"]');
    await rows.first().waitFor();
    return rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** Waits until the rows of the view are as wanted: a part that is open follows the one around it. */
  async treeRowsAre(areWanted: (rows: string[]) => void): Promise<void> {
    await this.untilDone('the rows are as wanted', async () => areWanted(await this.treeRows()));
  }

  /** The content of the visible webview: the innermost of two nested frames. */
  webview(): FrameLocator {
    return this.page
      .frameLocator('iframe.webview.ready >> visible=true')
      .frameLocator('iframe#active-frame');
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

  /** Does it again, each step of it for `soon`, until it throws no more; the deadline is a failure. */
  async untilDone(what: string, act: (once: { timeout: number }) => Promise<void>): Promise<void> {
    let problem: unknown;
    await this.until(
      what,
      () =>
        act(soon).then(
          () => true,
          (error: unknown) => {
            problem = error;
            return false;
          },
        ),
      () => String(problem),
    );
  }

  /** Chooses what the menu of a right click on `target` offers. */
  async chooseInMenu(target: Locator, action: string): Promise<void> {
    const item = this.page.locator('.context-view .action-menu-item').filter({ hasText: action });
    await this.untilDone(`${action} is chosen`, async (once) => {
      if (!(await item.isVisible())) await target.click({ button: 'right', ...once });
      await item.waitFor(once);
      // A menu takes no click in the first moment, which may be of the button that has opened it.
      await this.untilDone(`${action} has taken the click`, async () => {
        if (!(await item.isVisible())) return;
        await item.click(once);
        await item.waitFor({ state: 'hidden', timeout: 1_000 });
      });
    });
  }

  screenshot(name: string): Promise<void> {
    return takePicture(this.page, name);
  }
}

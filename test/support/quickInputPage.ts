import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Locator } from 'playwright-core';
import { EditorsPage } from './editorsPage.ts';
import { noSecond } from './workbenchPage.ts';

/** What opens at the top of the window: commands, lists to choose from, input boxes, dialogs for files. */
export class QuickInputPage extends EditorsPage {
  /** F1, the command's whole title, and a click on it, or the Enter key. */
  async command(title: string, by: 'mouse' | 'keyboard' = 'mouse'): Promise<void> {
    const row = this.#row(title).first();
    // Extensions' commands are known a moment after the window is drawn.
    await this.untilDone(`the command ${title} is run`, async (soon) => {
      try {
        await this.#quickInput('F1', title);
        await row.waitFor(soon);
        // A second click would choose from the list that the first has opened there.
        if (by === 'mouse') return await row.click(noSecond);
        const isChosen = async () => {
          const name = await row.getAttribute('class', soon);
          if (name?.split(' ').includes('focused')) return true;
          await this.page.keyboard.press('ArrowDown');
          return false;
        };
        await this.until('the command is the chosen one', isChosen, undefined, 8_000);
        await this.page.keyboard.press('Enter');
        await row.waitFor({ state: 'hidden', ...noSecond });
      } catch (error) {
        // The command before may take the keyboard late, which closes the list.
        await this.closeQuickInput();
        throw error;
      }
    });
  }

  /** Whether the palette offers the command, a second after it was typed: that it never will is not to be seen. */
  async offersCommand(title: string): Promise<boolean> {
    await this.#quickInput('F1', title);
    await this.page.waitForTimeout(1_000);
    const isOffered = (await this.#row(title).count()) > 0;
    await this.closeQuickInput();
    return isOffered;
  }

  /** Where it is closed already, Escape would mean something to what has the keyboard. */
  protected async closeQuickInput(): Promise<void> {
    const widget = this.page.locator('.quick-input-widget');
    if (await widget.isVisible()) await this.page.keyboard.press('Escape');
  }

  /** @param path below the folder that is open, or absolute */
  async openFile(path: string, line?: number): Promise<void> {
    // VS Code searches all folders for what is no whole path, which takes seconds in a new window.
    const below = this.folder === undefined ? path : resolve(this.folder, path);
    const whole = existsSync(below) ? below : path;
    const row = this.#rowsWith(basename(path)).and(this.page.locator('.focused'));
    const uri = `[data-uri$="/${path.split('/').slice(-3).join('/')}"]`;
    const opened = this.page.locator(`.editor-instance .monaco-editor.focused${uri}`).first();
    await this.untilDone(`${path} is open`, async (soon) => {
      await this.closeQuickInput();
      await this.#quickInput('Control+p', line === undefined ? whole : `${whole}:${line}`);
      // The list follows what is typed a moment later: until then its first row is another file.
      await row.waitFor(soon);
      await this.page.keyboard.press('Enter');
      await opened.waitFor(soon);
      if (line === undefined) return;
      const number = opened.locator('.line-numbers.active-line-number');
      await number.filter({ hasText: new RegExp(`^${line}$`) }).waitFor(soon);
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
  async choose(text: string | RegExp, options: { timeout?: number } = {}): Promise<void> {
    await this.sayingWhatIsInSight(() => this.#rowsWith(text).first().click(options));
  }

  /** Another colour theme, by its name. */
  async useTheme(name: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    await this.untilDone(`the theme ${name} is chosen`, async (soon) => {
      await this.command('Preferences: Color Theme');
      // The list follows the one of the commands in the same widget.
      await this.#row('Dark Modern').first().waitFor(soon);
      await input.fill(name, soon);
      await this.#row(name).first().click(soon);
      await input.waitFor({ state: 'hidden', ...soon });
    });
    const base = { dark: 'vs-dark', light: 'vs' };
    const contrast = { dark: 'hc-black', light: 'hc-light' };
    const kind = /light/i.test(name) ? 'light' : 'dark';
    const drawn = (/contrast/i.test(name) ? contrast : base)[kind];
    await this.page.locator(`.monaco-workbench.${drawn}`).waitFor();
  }

  /**
   * The rows of the open list with this in their name for a screen reader: their text may hold, out of
   * sight, a part of what the row was drawn for before.
   */
  #rowsWith(text: string | RegExp): Locator {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    return rows.and(this.page.getByLabel(text));
  }

  /** The row of the open list with exactly this label. */
  #row(label: string): Locator {
    const exact = new RegExp(`^\\s*${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
    return this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.locator('.label-name').filter({ hasText: exact }) });
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
    await this.untilDone(`the dialog takes ${path}`, async (soon) => {
      if (!(await dialog.isVisible())) return;
      if ((await input.inputValue(soon)) !== path) await input.fill(path, soon);
      const row = dialog.locator('.focused').and(this.#rowsWith(basename(path)));
      await row.waitFor({ timeout: 1_000 });
      assert.equal(await input.inputValue(soon), path);
      await this.page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden', timeout: 1_000 });
    });
  }

  /** Takes the path that the dialog for saving proposes, which ends with the name. */
  async saveAs(name: string): Promise<void> {
    const path = this.page.locator('.quick-input-widget input.input');
    await this.until('the path is proposed', async () => (await path.inputValue()).endsWith(name));
    await this.untilDone('the path is taken', async () => {
      if (!(await path.isVisible())) return;
      await this.page.keyboard.press('Enter');
      await path.waitFor({ state: 'hidden', timeout: 1_000 });
    });
    await this.notified(`Saved ${name}.`);
  }
}

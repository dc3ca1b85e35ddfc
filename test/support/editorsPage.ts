import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { WorkbenchPage } from './workbenchPage.ts';

/** The editors, and what the extension draws in them. */
export class EditorsPage extends WorkbenchPage {
  /** The editor of a file, by its name without folders. */
  editor(name: string): Locator {
    return this.page.locator(`.editor-instance .monaco-editor[data-uri$="/${name}"]`).first();
  }

  /** Brings a file that is open to the front. */
  async showTab(name: string): Promise<void> {
    await this.page.locator(`.tabs-container .tab[data-resource-name="${name}"]`).first().click();
    await this.editor(name).waitFor();
  }

  /** Labels of the editor tabs, in order. */
  async tabs(): Promise<string[]> {
    return this.page
      .locator('.tabs-container .tab')
      .evaluateAll((all) => all.map((tab) => tab.getAttribute('data-resource-name') ?? ''));
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

  /**
   * Points at a place in an editor. The button is let go there first, though it is up: an editor that was not told so
   * after a click takes it for down, and shows no hover.
   */
  async pointAt(x: number, y: number): Promise<void> {
    await this.page.mouse.move(x, y + 1);
    await this.page.mouse.up();
    await this.page.mouse.move(x, y);
  }

  /** The text of the hover over the beginning of a line in sight. */
  async hover(name: string, line: number): Promise<string> {
    // A tooltip of the workbench, as of a tab that the mouse has just left, may still be there.
    const content = this.page.locator(
      '.monaco-hover:not(.workbench-hover):visible .hover-contents',
    );
    const unfinished = content.filter({ hasText: /^Loading\.\.\.$/ });
    await this.untilDone(`line ${line} of ${name} has a hover`, async (soon) => {
      // By the mouse alone: bringing it into sight would scroll inside of what the editor draws.
      const top = await this.editor(name)
        .locator('.line-numbers')
        .filter({ hasText: new RegExp(`^${line}$`) })
        .evaluate((number) => number.getBoundingClientRect().top, null, soon);
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
      await this.pointAt(row.x, row.y);
      await content.first().waitFor(soon);
      await unfinished.first().waitFor({ state: 'hidden', ...soon });
    });
    return (await content.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  }

  /** The number of the line with the cursor, whether or not the editor has the keyboard; 0 without one. */
  async activeLine(name: string): Promise<number> {
    const number = this.editor(name).locator('.line-numbers.active-line-number');
    return (await number.count()) === 0 ? 0 : Number(await number.first().innerText());
  }
}

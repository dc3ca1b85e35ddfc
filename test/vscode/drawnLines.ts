import type { Locator } from 'playwright-core';
import type { VsCodePage } from '../support/vscodePage.ts';
import type { LinesWorkspace } from './linesWorkspace.ts';

/** What the extension draws on lines, waited for until it is as wanted. */
export class DrawnLines {
  constructor(
    private readonly window: VsCodePage,
    private readonly workspace: Pick<LinesWorkspace, 'profile'>,
  ) {}

  async openProfile(): Promise<void> {
    await this.window.command('Hotframe: Open Profile…');
    await this.window.chooseFile('Open Profile', this.workspace.profile);
    await this.window.webview().locator('g.frame').first().waitFor();
  }

  /** What the icons beside the lines say, from the top; `!` where the line is not optimized. */
  async icons(editor: Locator): Promise<string[]> {
    return editor.evaluate((node) =>
      [...node.querySelectorAll('.glyph-margin-widgets [class*="ced-"]')]
        .map((icon) => ({
          top: icon.getBoundingClientRect().top,
          image: getComputedStyle(icon).backgroundImage,
        }))
        .sort((a, b) => a.top - b.top)
        .map(({ image }) => {
          const svg = atob(/base64,([^"')]+)/.exec(image)?.[1] ?? '');
          const text = />([^<]*)<\/text>/.exec(svg)?.[1]?.replace('&lt;', '<') ?? 'stale';
          return svg.includes('<path') ? `${text}!` : text;
        }),
    );
  }

  async iconsAre(name: string, wanted: string[]): Promise<void> {
    let found: string[] = [];
    await this.window.until(
      `the icons of ${name} are ${wanted.join()}`,
      async () => (found = await this.icons(this.window.editor(name))).join() === wanted.join(),
      () => `they are ${found.join()}`,
    );
  }

  async lensesAre(name: string, wanted: RegExp[]): Promise<void> {
    await this.lensesFit(name, wanted.join(), (found) => {
      return found.length === wanted.length && wanted.every((each, at) => each.test(found[at]!));
    });
  }

  /** Waits until what the lenses say, from the top, fits. */
  async lensesFit(name: string, wanted: string, fit: (found: string[]) => boolean): Promise<void> {
    let found: string[] = [];
    await this.window.until(
      `the lenses of ${name} are ${wanted}`,
      async () => {
        const lenses = this.window.editor(name).locator('.codelens-decoration');
        // Two on a line are told apart by a bar on a line of its own.
        found = (await lenses.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
        return fit(found);
      },
      () => `they are ${JSON.stringify(found)}`,
    );
  }

  async notesAre(name: string, wanted: Record<number, string>): Promise<void> {
    let found = '';
    await this.window.until(
      `the notes of ${name} are ${JSON.stringify(wanted)}`,
      async () => {
        found = JSON.stringify(Object.fromEntries(await this.window.lineNotes(name)));
        return found === JSON.stringify(wanted);
      },
      () => `they are ${found}`,
    );
  }

  async cursorIs(name: string, line: number): Promise<void> {
    await this.window.until(
      `the cursor is on line ${line} of ${name}`,
      async () =>
        (await this.window.editor(name).isVisible()) &&
        (await this.window.activeLine(name)) === line,
    );
  }
}

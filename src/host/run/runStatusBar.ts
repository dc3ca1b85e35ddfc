import * as vscode from 'vscode';
import { DisposableStore } from '../disposableStore.ts';
import type { MeasureReport } from '../../shared/measure.ts';
import { measuredStatus, measureStatus } from '../compare/measureWords.ts';
import type { RunSession } from './runSession.ts';
import { statusWords } from './runWords.ts';
import type { ShownProfile } from '../shownProfile.ts';

/** The run's state in the status bar. */
export class RunStatusBar implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #item = this.#store.add(
    vscode.window.createStatusBarItem('hotframe.run', vscode.StatusBarAlignment.Left, 10),
  );

  /** Until something else is shown: the notification of it is gone within seconds. */
  #measured: MeasureReport | null = null;

  constructor(
    private readonly session: RunSession,
    private readonly profile: ShownProfile,
  ) {
    this.#item.name = 'Hotframe';
    this.#store.add(
      session.onDidChange(({ measured }) => {
        this.#measured = measured;
        this.#draw();
      }),
    );
    this.#store.add(
      profile.onDidChange(() => {
        this.#measured = null;
        this.#draw();
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  #draw(): void {
    const { state, progress, measuring } = this.session.view;
    const words = measuring
      ? measureStatus(measuring.progress)
      : this.#measured
        ? measuredStatus(this.#measured)
        : statusWords(state, progress, this.profile.current);
    if (!words) return this.#item.hide();
    this.#item.text = words.text;
    this.#item.tooltip = words.tooltip;
    this.#item.command = words.command;
    this.#item.backgroundColor = words.isError
      ? new vscode.ThemeColor('statusBarItem.errorBackground')
      : undefined;
    this.#item.accessibilityInformation = {
      label: words.text.replace(/\$\([\w~-]+\) /g, ''),
      role: 'button',
    };
    this.#item.show();
  }
}

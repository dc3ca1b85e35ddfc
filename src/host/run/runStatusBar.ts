import * as vscode from 'vscode';
import { StoreOwner } from '../core/disposableStore.ts';
import type { MeasureReport } from '../../shared/measure.ts';
import { benchStatus } from './benchNotice.ts';
import { measuredStatus, measureStatus } from './measureNotice.ts';
import type { RunSession } from './runSession.ts';
import { statusText } from './runText.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';

export class RunStatusBar extends StoreOwner {
  readonly #item = this.store.add(
    vscode.window.createStatusBarItem('hotframe.run', vscode.StatusBarAlignment.Left, 10),
  );

  /** Shown until something else is, because the notification is gone within seconds. */
  #measured: MeasureReport | null = null;

  constructor(
    private readonly session: RunSession,
    private readonly profile: LoadedProfile,
  ) {
    super();
    this.#item.name = 'Hotframe';
    this.store.add(
      session.onDidChange(({ measured }) => {
        this.#measured = measured;
        this.#draw();
      }),
    );
    this.store.add(
      profile.onDidChange(() => {
        this.#measured = null;
        this.#draw();
      }),
    );
  }

  #draw(): void {
    const { state, progress, measuring, benching } = this.session.view;
    const words = measuring
      ? measureStatus(measuring.progress)
      : benching
        ? benchStatus(benching.step)
        : this.#measured
          ? measuredStatus(this.#measured)
          : statusText(state, progress, this.profile.current);
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

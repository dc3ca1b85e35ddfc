import * as vscode from 'vscode';
import { StoreOwner } from '../core/disposableStore.ts';
import type { Heat, WaitHeat } from '../../shared/heat.ts';
import { gutterIcon, type GutterIcon } from './gutterIcon.ts';
import { startColumnWidth } from '../core/lineLabels.ts';

/** `wait`: its CPU time is not shown. `less` and `more`: it costs less or more than in the state that it is compared with. */
export type LabelKind = 'plain' | 'marked' | 'wait' | 'stale' | 'less' | 'more';

/**
 * The few decoration types there are: a type is a style sheet rule in every window. All but the
 * icons are made once; of those there is one for each whole percent, made when it is first seen.
 */
export class DecorationTypes extends StoreOwner {
  readonly heat: Record<Heat | WaitHeat, vscode.TextEditorDecorationType>;
  /** Instead of heat where the function has changed since the run. */
  readonly stale: vscode.TextEditorDecorationType;
  /** Behind the text of a line. */
  readonly after: Record<LabelKind, vscode.TextEditorDecorationType>;
  /** In the column before the text. */
  readonly before: Record<LabelKind, vscode.TextEditorDecorationType>;
  /** The empty column before the text of the other lines. */
  readonly gap: vscode.TextEditorDecorationType;
  readonly #icons = new Map<string, vscode.TextEditorDecorationType>();

  constructor(extensionUri: vscode.Uri) {
    super();
    const color = (name: string) => new vscode.ThemeColor(`hotframe.${name}`);
    const line = (options: vscode.DecorationRenderOptions) =>
      this.#make({
        isWholeLine: true,
        overviewRulerLane: vscode.OverviewRulerLane.Right,
        ...options,
      });
    const wait = (step: WaitHeat) =>
      line({
        backgroundColor: color(`${step}Background`),
        overviewRulerColor: color('waitOverviewRuler'),
      });
    const heat = (step: Heat) =>
      line({
        backgroundColor: color(`${step}Background`),
        overviewRulerColor: color(`${step}OverviewRuler`),
      });
    this.heat = {
      heat1: heat('heat1'),
      heat2: heat('heat2'),
      heat3: heat('heat3'),
      heat4: heat('heat4'),
      heat5: heat('heat5'),
      wait1: wait('wait1'),
      wait2: wait('wait2'),
      wait3: wait('wait3'),
    };
    this.stale = line({
      backgroundColor: color('staleBackground'),
      overviewRulerColor: color('staleForeground'),
      gutterIconPath: vscode.Uri.joinPath(extensionUri, 'media', 'heatStale.svg'),
      gutterIconSize: 'contain',
    });
    const after = (name: string, fontStyle = 'normal') =>
      this.#make({
        after: { color: color(name), fontStyle, margin: '0 0 0 2ch' },
        // Text that is typed at the line's end belongs to the line, not behind the label.
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
      });
    this.after = {
      plain: after('labelForeground'),
      marked: after('notOptimizedForeground'),
      wait: after('waitForeground'),
      stale: after('staleForeground', 'italic'),
      less: after('lessForeground'),
      more: after('moreForeground'),
    };
    const column = { width: `${startColumnWidth}ch`, margin: '0 1ch 0 0' };
    const before = (name: string, fontStyle = 'normal') =>
      this.#make({ before: { ...column, color: color(name), fontStyle } });
    this.before = {
      plain: before('labelForeground'),
      marked: before('notOptimizedForeground'),
      wait: before('waitForeground'),
      stale: before('staleForeground', 'italic'),
      less: before('lessForeground'),
      more: before('moreForeground'),
    };
    this.gap = this.#make({ before: { ...column, contentText: ' ' } });
  }

  icon(icon: GutterIcon): vscode.TextEditorDecorationType {
    const key = `${icon.text}:${icon.heat}:${icon.isMarked}`;
    let type = this.#icons.get(key);
    if (!type) {
      type = this.#make({
        gutterIconSize: 'contain',
        dark: { gutterIconPath: imageUri(gutterIcon(icon, 'dark')) },
        light: { gutterIconPath: imageUri(gutterIcon(icon, 'light')) },
      });
      this.#icons.set(key, type);
    }
    return type;
  }

  #make(options: vscode.DecorationRenderOptions): vscode.TextEditorDecorationType {
    return this.store.add(vscode.window.createTextEditorDecorationType(options));
  }
}

function imageUri(svg: string): vscode.Uri {
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}

import * as vscode from 'vscode';
import { DisposableStore } from '../disposableStore.ts';
import { gutterIcon, type GutterIcon } from './gutterIcon.ts';
import { heatSteps, type HeatStep } from './heat.ts';
import { startColumnWidth } from './lineLabels.ts';

/** `less` and `more`: it costs less or more than in the state that it is compared with. */
export type LabelKind = 'plain' | 'marked' | 'stale' | 'less' | 'more';

/**
 * The few decoration types there are: a type is a style sheet rule in every window. All but the
 * icons are made once; of those there is one for each whole percent, made when it is first seen.
 */
export class DecorationTypes implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly heat: Record<HeatStep, vscode.TextEditorDecorationType>;
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
    const color = (name: string) => new vscode.ThemeColor(`hotframe.${name}`);
    const line = (options: vscode.DecorationRenderOptions) =>
      this.#make({
        isWholeLine: true,
        overviewRulerLane: vscode.OverviewRulerLane.Right,
        ...options,
      });
    const heat = (step: HeatStep) =>
      line({
        backgroundColor: color(`heat${step + 1}Background`),
        overviewRulerColor: color(`heat${step + 1}OverviewRuler`),
      });
    const [warm, second, third, fourth, hottest] = heatSteps;
    this.heat = {
      0: heat(warm),
      1: heat(second),
      2: heat(third),
      3: heat(fourth),
      4: heat(hottest),
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
        // What is typed at the line's end belongs to the line, not behind the label.
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
      });
    this.after = {
      plain: after('labelForeground'),
      marked: after('notOptimizedForeground'),
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
      stale: before('staleForeground', 'italic'),
      less: before('lessForeground'),
      more: before('moreForeground'),
    };
    this.gap = this.#make({ before: { ...column, contentText: ' ' } });
  }

  icon(icon: GutterIcon): vscode.TextEditorDecorationType {
    const key = `${icon.text}:${icon.step}:${icon.isMarked}`;
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

  dispose(): void {
    this.#store.dispose();
  }

  #make(options: vscode.DecorationRenderOptions): vscode.TextEditorDecorationType {
    return this.#store.add(vscode.window.createTextEditorDecorationType(options));
  }
}

function imageUri(svg: string): vscode.Uri {
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}

import * as vscode from 'vscode';
import { DisposableStore } from './disposableStore.ts';
import { heatSteps, type HeatStep } from './heat.ts';

export type LabelKind = 'plain' | 'marked' | 'stale';

/** The few decoration types there are, made once: a type is a style sheet rule in every window. */
export class DecorationTypes implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly heat: Record<HeatStep, vscode.TextEditorDecorationType>;
  /** Instead of heat where the function has changed since the run. */
  readonly stale: vscode.TextEditorDecorationType;
  readonly labels: Record<LabelKind, vscode.TextEditorDecorationType>;

  constructor(extensionUri: vscode.Uri) {
    const icon = (name: string) => vscode.Uri.joinPath(extensionUri, 'media', `${name}.svg`);
    const color = (name: string) => new vscode.ThemeColor(`hotframe.${name}`);
    const line = (options: vscode.DecorationRenderOptions) =>
      this.#store.add(
        vscode.window.createTextEditorDecorationType({
          isWholeLine: true,
          gutterIconSize: 'contain',
          overviewRulerLane: vscode.OverviewRulerLane.Right,
          ...options,
        }),
      );
    const heat = (step: HeatStep) =>
      line({
        backgroundColor: color(`heat${step + 1}Background`),
        overviewRulerColor: color(`heat${step + 1}OverviewRuler`),
        gutterIconPath: icon(`heat${step + 1}`),
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
      gutterIconPath: icon('heatStale'),
    });
    const label = (name: string, fontStyle = 'normal') =>
      this.#store.add(
        vscode.window.createTextEditorDecorationType({
          after: { color: color(name), fontStyle, margin: '0 0 0 3ch' },
          // What is typed at the line's end belongs to the line, not behind the label.
          rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
        }),
      );
    this.labels = {
      plain: label('labelForeground'),
      marked: label('notOptimizedForeground'),
      stale: label('staleForeground', 'italic'),
    };
  }

  get all(): vscode.TextEditorDecorationType[] {
    return [...Object.values(this.heat), this.stale, ...Object.values(this.labels)];
  }

  dispose(): void {
    this.#store.dispose();
  }
}

import * as vscode from 'vscode';
import {
  keptBench,
  type FromBench,
  type ShownBench,
  type ToBench,
} from '../../shared/benchPanelWire.ts';
import { plainLine } from '../../shared/plainText.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { ViewPanel } from '../panels/viewPanel.ts';

/** The panel "Benchmark": the last function that was measured by itself. */
export class BenchPanel extends ViewPanel<FromBench, ToBench> {
  #bench: ShownBench | null = null;
  onAgain: (place: { file: string; line: number }) => Promise<void> = async () => {};
  onWrite: (place: { file: string; line: number }) => Promise<void> = async () => {};

  constructor(extensionUri: vscode.Uri, server: LanguageServer, log: vscode.LogOutputChannel) {
    super('bench', extensionUri, server, log);
  }

  async show(bench: ShownBench): Promise<void> {
    this.#bench = bench;
    await this.open(true);
    this.updateTitle();
    this.#tell();
  }

  protected override restore(state: unknown): void {
    this.#bench = keptBench(state);
  }

  protected override get tabTitle(): string {
    return this.#bench ? `Benchmark: ${plainLine(this.#bench.report.function.name)}` : 'Benchmark';
  }

  protected async receive(message: FromBench): Promise<void> {
    const of = this.#bench?.report.function;
    switch (message.type) {
      case 'ready':
        return this.#tell();
      case 'reveal':
        if (of) await this.reveal({ file: of.file, line: of.line, column: 1, takeFocus: true });
        return;
      case 'again':
        if (of) await this.onAgain(of);
        return;
      case 'write':
        if (of) await this.onWrite(of);
        return;
      case 'open':
        if (this.#bench?.report.written.includes(message.file)) {
          await this.reveal({ file: message.file, line: 1, column: 1, takeFocus: true });
        }
        return;
      case 'measure':
        await vscode.commands.executeCommand('hotframe.measureChange');
        return;
      default:
        message satisfies never;
    }
  }

  #tell(): void {
    this.post({ type: 'bench', bench: this.#bench });
  }

  protected sayFailed(message: string): void {
    this.post({ type: 'failed', message });
  }
}

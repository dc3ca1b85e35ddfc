import * as vscode from 'vscode';
import type { HotLineNavigation } from '../lines/hotLineNavigation.ts';
import type { ProfileServer } from '../run/profileServer.ts';
import type { ServerOutput } from '../run/serverOutput.ts';
import type { WhyCommand } from '../why/whyCommand.ts';
import type { FindingRow } from './findingRows.ts';
import { stepOf } from './findingStep.ts';

/** Does what a finding says to do next. */
export class FindingSteps {
  constructor(
    private readonly navigation: HotLineNavigation,
    private readonly profiling: ProfileServer,
    private readonly why: WhyCommand,
    private readonly output: ServerOutput,
  ) {}

  async open({ finding: { uri, line } }: FindingRow): Promise<void> {
    if (uri !== null && line !== null) await this.navigation.open({ uri, line });
  }

  async take({ finding }: FindingRow): Promise<void> {
    const step = stepOf(finding);
    switch (step.type) {
      case 'open':
        return this.navigation.open(step);
      case 'why':
        return this.why.show({ kind: 'function', of: step.of });
      case 'measure-again':
        return this.profiling.again({ connections: step.connections });
      case 'profile-allocations':
        return this.profiling.allocations();
      case 'show-output':
        return this.output.show();
      case 'show-hot-lines':
        await vscode.commands.executeCommand('hotframe.hotLines.focus');
        return;
      default:
        step satisfies never;
    }
  }
}

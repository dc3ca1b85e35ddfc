import type { HotLineNavigation } from '../lines/hotLineNavigation.ts';
import type { ProfileServer } from '../run/profileServer.ts';
import type { WhyCommand } from '../why/whyCommand.ts';
import type { FindingRow } from './findingRows.ts';

/** Does what a finding says to do next. */
export class FindingSteps {
  constructor(
    private readonly navigation: HotLineNavigation,
    private readonly profiling: ProfileServer,
    private readonly why: WhyCommand,
  ) {}

  async open({ finding: { uri, line } }: FindingRow): Promise<void> {
    if (uri !== null && line !== null) await this.navigation.open({ uri, line });
  }

  async take(row: FindingRow): Promise<void> {
    const { action, of } = row.finding;
    if (action?.type === 'measure-again') {
      return this.profiling.again({ connections: action.connections });
    }
    if (action?.type === 'why' && of) return this.why.show({ kind: 'function', of });
    await this.open(row);
  }
}

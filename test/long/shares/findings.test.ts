import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults, healthy, problemOf, profileSeeded } from '../../shares/seededServers.ts';
import type { Report } from '../../../src/shared/report.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';

/** Of the servers that have something wrong: some are near a threshold on a busy machine. */
const wantedShare = 0.6;

function lackedCpu({ load }: Report): boolean {
  return (load?.warnings ?? []).some((each) => each.includes('the server waited for a CPU'));
}

for (const major of testedLines().filter((line) => line === 20 || line === 24)) {
  test(`findings of seeded and healthy servers on Node ${major}`, async (context) => {
    const problems: string[] = [];
    let repeated = 0;
    const wrongOfHealthy: string[] = [];
    for (const server of [...faults, ...healthy]) {
      const judge = async () => {
        const { report } = await profileSeeded(server, 4, await nodeBinary(major));
        return { report, problem: problemOf(server, report.findings ?? []) };
      };
      let { report, problem } = await judge();
      if (problem !== null && lackedCpu(report)) {
        repeated++;
        ({ report, problem } = await judge());
      }
      if (problem !== null) (server.kind === null ? wrongOfHealthy : problems).push(problem);
    }
    const right = faults.length - problems.length;
    context.diagnostic(
      `first finding right in ${right} of ${faults.length}; something found in ${wrongOfHealthy.length} of ${healthy.length} healthy; ${repeated} measured again, since the server waited for a CPU`,
    );
    for (const each of [...problems, ...wrongOfHealthy]) context.diagnostic(each);
    assert.ok(wrongOfHealthy.length <= 1, wrongOfHealthy.join('\n'));
    assert.ok(right / faults.length >= wantedShare, problems.join('\n'));
  });
}

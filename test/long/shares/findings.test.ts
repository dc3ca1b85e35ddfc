import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFolder } from '../../process/engineHarness.ts';
import { cpuWarnings } from '../../shares/measured.ts';
import {
  faults,
  healthy,
  problemOf,
  runSeeded,
  type SeededServer,
} from '../../shares/seededServers.ts';
import { repeatMark } from '../../runner/runTestFile.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';

/** Of the servers that have something wrong; at a load of twelve on two CPUs one to three of 43 were told wrongly. */
const wantedShare = 0.8;

/** Enough where requests are many. */
const durationS = 1.4;
/** Those that wait answer fewer. */
const waitingS = 2;

/** Each server is on one line: the next in this row that is tested, so that some are on the lines between too. */
const row = [20, 24, 20, 24, 18, 20, 24, 20, 24, 22, 20, 24, 20, 24, 26];
const turns = row.filter((line) => testedLines().includes(line));

/** Servers that only wait leave each other CPU time enough. */
const waitingAtATime = 4;
/** The rules must hold on a busy machine too. */
const workingAtATime = 2;

test('findings of seeded and healthy servers, each on a Node.js line in turn', (context) =>
  withFolder({}, async () => {
    const problems: string[] = [];
    const wrongOfHealthy: string[] = [];
    const judgeOn = async (server: SeededServer, major: number): Promise<void> => {
      const judge = async () => {
        const seconds = server.onlyWaits ? waitingS : durationS;
        const { report } = await runSeeded(server, seconds, await nodeBinary(major));
        return { report, problem: problemOf(server, report.findings ?? []) };
      };
      const first = await judge();
      let { problem } = first;
      const [reason] = cpuWarnings(first.report);
      if (problem !== null && reason !== undefined) {
        context.diagnostic(`${repeatMark}${server.name}: ${reason}`);
        ({ problem } = await judge());
      }
      if (problem === null) return;
      (server.kind === null ? wrongOfHealthy : problems).push(`Node ${major}: ${problem}`);
    };
    const all = [...faults, ...healthy].map((server, at) => ({
      server,
      major: turns[at % turns.length]!,
    }));
    const judgeAll = async (queue: typeof all, atATime: number) => {
      const inTurn = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          await judgeOn(next.server, next.major);
        }
      };
      const ends = await Promise.allSettled(Array.from({ length: atATime }, inTurn));
      const [failed] = ends.filter((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    };
    await judgeAll(
      all.filter(({ server }) => server.onlyWaits),
      waitingAtATime,
    );
    await judgeAll(
      all.filter(({ server }) => !server.onlyWaits),
      workingAtATime,
    );

    const right = faults.length - problems.length;
    context.diagnostic(
      `first finding right in ${right} of ${faults.length}; something found in ${wrongOfHealthy.length} of ${healthy.length} healthy`,
    );
    for (const each of [...problems, ...wrongOfHealthy]) context.diagnostic(each);
    assert.ok(wrongOfHealthy.length <= 1, wrongOfHealthy.join('\n'));
    assert.ok(right / faults.length >= wantedShare, problems.join('\n'));
  }));

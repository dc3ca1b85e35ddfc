import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { LoadOptions } from '../../src/shared/runOptions.ts';
import type { Report } from '../../src/shared/report.ts';
import type { RequestTimes } from '../../src/shared/requestTimes.ts';
import { succeeded, watchRun, withFolder } from '../process/engineHarness.ts';
import { nodeBinary } from '../support/nodeVersions.ts';
import type { ClockedWait } from '../support/timedWaits.ts';
import { measured } from './measured.ts';

/** A server that mostly waits, and measures its waits by a clock of its own; see `clockModule`. */
export interface WaitingServer {
  /** The name of its test. */
  name: string;
  major: number;
  /** Its files, with `server.js`. */
  files: Record<string, string | Buffer>;
  load?: Partial<LoadOptions>;
  /** Why it can't be tried here. */
  skip?: string;
  /** Throws where what was told of it is wrong. */
  judge: (waited: Waited) => void;
}

export interface Waited {
  report: Report;
  requests: RequestTimes | undefined;
  /** By the names of the server's waits. */
  clock: Record<string, ClockedWait>;
}

/** Each waits for nearly all of the time, but Node.js starts and a log is read: two leave each other CPU time enough. */
const atATime = 2;

/** Measures servers that mostly wait, some at a time. What works beside its waits is measured by `testAlone`. */
export function testSideBySide(what: string, servers: readonly WaitingServer[]): void {
  test(what, { concurrency: atATime }, (context) =>
    // One folder for all, since it is the temporary folder of this process too.
    withFolder({}, async ({ path }) => {
      await Promise.all(
        servers.map((server) =>
          context.test(server.name, { skip: server.skip ?? false }, (own) =>
            judged(own, path, server),
          ),
        ),
      );
    }),
  );
}

export function testAlone(server: WaitingServer): void {
  test(server.name, { skip: server.skip ?? false }, (context) =>
    withFolder({}, ({ path }) => judged(context, path, server)),
  );
}

function judged(context: TestContext, folder: string, server: WaitingServer): Promise<void> {
  return measured(
    context,
    () => waited(folder, server),
    server.judge,
    ({ report }) => [report],
  );
}

/** Runs it in a folder of its own below the given one. */
async function waited(folder: string, { major, files, load }: WaitingServer): Promise<Waited> {
  const path = mkdtempSync(join(folder, 'server-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  const { report, profile } = succeeded(
    await watchRun(
      { path },
      {
        command: [await nodeBinary(major), 'server.js'],
        chargesAwaits: true,
        load: { durationS: 3, warmupS: 0.5, ...load },
      },
    ),
  );
  const told = readFileSync(join(path, 'clock.json'), 'utf8');
  return {
    report,
    requests: profile?.requests,
    clock: JSON.parse(told) as Record<string, ClockedWait>,
  };
}

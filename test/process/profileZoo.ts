import assert from 'node:assert/strict';
import type { Report } from '../../src/shared/report.ts';
import { nodeBinary } from '../support/nodeVersions.ts';
import { buildZooServer, zooServer, type ZooName, type ZooServer } from '../support/zoo.ts';
import { watchRun, withFolder, type QuickOptions, type Watched } from './engineHarness.ts';

/** One run of a server of the zoo on a Node.js line; checks that nothing of it is left. */
export async function profileZoo(
  server: ZooServer,
  major: number,
  load: NonNullable<QuickOptions['load']>,
  options: QuickOptions = {},
): Promise<Watched> {
  const node = await nodeBinary(major);
  await buildZooServer(server);
  let watched: Watched | undefined;
  await withFolder({}, async (folder) => {
    watched = await watchRun(folder, {
      command: ['node', ...server.args],
      cwd: server.folder,
      node,
      load: { url: server.url, ...load },
      ...options,
    });
  });
  return watched!;
}

/** The report of a run of a server of the zoo that must fail so. */
export async function zooFailure(
  major: number,
  name: ZooName,
  kind: string,
  load: NonNullable<QuickOptions['load']>,
  options: QuickOptions = {},
): Promise<Report> {
  const { report, phases } = await profileZoo(zooServer(name), major, load, options);
  assert.equal(report.failure?.kind, kind, report.failure?.message ?? 'it did not fail');
  assert.equal(phases.at(-1), 'failed');
  return report;
}

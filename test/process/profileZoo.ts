import { nodeBinary } from '../support/nodeVersions.ts';
import { buildZooServer, type ZooServer } from '../support/zoo.ts';
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

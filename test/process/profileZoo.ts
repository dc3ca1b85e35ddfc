import assert from 'node:assert/strict';
import { nodeBinaries } from '../support/nodeVersions.ts';
import { buildZooServer, type ZooServer } from '../support/zoo.ts';
import { watchRun, withFolder, type QuickOptions, type Watched } from './engineHarness.ts';

const tries = 3;

/**
 * One run of a server of the zoo on a Node.js line; checks that nothing of it is left. Again where
 * the report itself says that another program had the CPU, which moves shares.
 */
export async function profileZoo(
  server: ZooServer,
  major: number,
  load: NonNullable<QuickOptions['load']>,
  options: QuickOptions = {},
): Promise<Watched> {
  const node = (await nodeBinaries()).get(major);
  assert.ok(node, `no binary of Node ${major}`);
  await buildZooServer(server);
  return undisturbed(async () => {
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
  });
}

/** Measures again where the report itself says that another program had the CPU, which moves shares. */
export async function undisturbed(measure: () => Promise<Watched>): Promise<Watched> {
  for (let run = 1; ; run++) {
    const watched = await measure();
    if (run === tries || !isDisturbed(watched)) return watched;
  }
}

function isDisturbed({ report }: Pick<Watched, 'report'>): boolean {
  return report.load?.warnings.some((each) => each.includes('kept this machine busy')) ?? false;
}

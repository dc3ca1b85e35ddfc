import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeBinaries, nodeLines } from './support/nodeVersions.ts';
import { recordLog } from './support/recordLog.ts';
import { trimLog } from './support/trimLog.ts';
import { corpusFolder } from './support/v8Corpus.ts';
import { tiersServer } from './support/zoo.ts';

/**
 * `npm run update:logs` records the V8 log of the server `tiers` on each Node.js line anew, trimmed,
 * into test/fixtures/v8log. Then `npm run update:reports`
 * writes the reports beside them; look at the difference before it is committed.
 */
for (const [major, node] of await nodeBinaries(nodeLines)) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'corpus-'));
  try {
    const server = tiersServer(major);
    const script = join(server.folder, server.args.at(-1)!);
    const flags = server.args.slice(0, -1);
    const path = await recordLog(folder, { node, flags, script, seconds: 3, rate: 90 });
    const binary = realpathSync(node);
    const trimmed = trimLog(readFileSync(path, 'utf8'), server.folder, binary);
    const packed = gzipSync(trimmed, { level: 9 });
    writeFileSync(join(corpusFolder, `tiers-node${major}.log.gz`), packed);
    console.log(`Node ${major}: ${Math.round(packed.length / 1000)} kB`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

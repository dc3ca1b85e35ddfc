import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { thirdPartyNotices } from './support/notices.ts';

/** `npm run build:notices`, after the bundles: the licences of what is in them, beside them. */

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, '.cache', 'bundles');
const bundles = readdirSync(folder).map((file) => path.basename(file, '.json'));
writeNotices('THIRD-PARTY-NOTICES.txt', bundles);
// Saved pages are handed on by themselves.
writeNotices('page/NOTICES.txt', ['page']);

function writeNotices(file: string, of: readonly string[]): void {
  const metafiles = of.map(
    (name) => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Metafile,
  );
  writeFileSync(path.join(root, 'dist', file), thirdPartyNotices(metafiles, root));
}

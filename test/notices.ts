import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { thirdPartyNotices } from './support/notices.ts';

/** `npm run build:notices`, after the bundles: the licences of what is in them, beside them. */

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, '.cache', 'bundles');
const bundles = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Metafile,
);
writeFileSync(path.join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(bundles, root));

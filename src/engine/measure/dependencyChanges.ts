import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { readPackageJson } from '../packageJson.ts';
import { textWithin } from '../regularFile.ts';
import type { TreeCopy } from './linkIgnored.ts';

const lockFiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
];
const dependencyFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
];

/** Those of large monorepos have tens of megabytes. */
const maxLockBytes = 100_000_000;

/** Files, from the root, by which the copy wants other packages than the user has installed. */
export function dependencyChanges({ from, to }: TreeCopy, packages: readonly string[]): string[] {
  return packages.flatMap((folder) => {
    const manifest = join(folder, 'package.json');
    const locks = lockFiles.map((name) => join(folder, name));
    const changed = locks.filter((name) => {
      const [mine, theirs] = [from, to].map((root) => textWithin(join(root, name), maxLockBytes));
      // One that is not kept by git says nothing.
      return mine !== null && theirs !== null && mine !== theirs;
    });
    const isSame = isDeepStrictEqual(
      dependenciesOf(join(from, folder)),
      dependenciesOf(join(to, folder)),
    );
    return isSame ? changed : [manifest, ...changed];
  });
}

function dependenciesOf(folder: string): unknown[] {
  const manifest = readPackageJson(folder);
  return dependencyFields.map((field) => manifest?.[field] ?? {});
}

import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { readPackageJson } from '../files/packageJson.ts';
import { textWithin } from '../files/regularFile.ts';
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

/** Large monorepos have lock files of tens of megabytes. */
const maxLockBytes = 100_000_000;

/** Manifests and lock files, relative to the root, that ask for other packages than the user has installed. */
export function dependencyChanges({ from, to }: TreeCopy, packages: readonly string[]): string[] {
  return packages.flatMap((folder) => {
    const manifest = join(folder, 'package.json');
    const locks = lockFiles.map((name) => join(folder, name));
    const changed = locks.filter((name) => {
      const [mine, theirs] = [from, to].map((root) => textWithin(join(root, name), maxLockBytes));
      // A lock file that is missing in one of both says nothing.
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

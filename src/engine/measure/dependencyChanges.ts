import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
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

/** Files, from the root, by which the copy wants other packages than the user has installed. */
export function dependencyChanges({ from, to }: TreeCopy, packages: readonly string[]): string[] {
  return packages.flatMap((folder) => {
    const manifest = join(folder, 'package.json');
    const locks = lockFiles.map((name) => join(folder, name));
    const changed = locks.filter((name) => {
      const [mine, theirs] = [textOf(join(from, name)), textOf(join(to, name))];
      // One that is not kept by git says nothing.
      return mine !== null && theirs !== null && mine !== theirs;
    });
    const isSame = isDeepStrictEqual(
      dependenciesOf(join(from, manifest)),
      dependenciesOf(join(to, manifest)),
    );
    return isSame ? changed : [manifest, ...changed];
  });
}

function dependenciesOf(file: string): unknown[] {
  try {
    const manifest = JSON.parse(textOf(file) ?? '{}') as Record<string, unknown> | null;
    return dependencyFields.map((field) => manifest?.[field] ?? {});
  } catch {
    return [];
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

import { basename, dirname } from 'node:path';
import type { BenchRival } from '../../shared/bench.ts';
import type { BenchSide, PlacedFunction } from '../../shared/benchWire.ts';
import { Git, GitError } from '../git/git.ts';
import { benchProblem } from './benchProblem.ts';
import { findFunction } from './findFunction.ts';
import { placeInFile } from './placeInFile.ts';
import { parseModule } from './syntaxTree.ts';

/** The two functions that are compared; `rival` has the words for the other one. */
export interface BenchSides {
  own: BenchSide;
  rival: { side: BenchSide; words: string } | null;
}

export function sideOf(placed: PlacedFunction, load: number, text: string | null): BenchSide {
  const { runtimeFile: file, isModule, path, kind, isSelfContained } = placed;
  return { file, isModule, path, kind, isSelfContained, load, text };
}

/** Throws BenchProblemError. */
export async function findSides(
  placed: PlacedFunction,
  file: string,
  rival: BenchRival | null,
  second: PlacedFunction | null,
  execArgv: readonly string[],
): Promise<BenchSides> {
  const own = sideOf(placed, 1, null);
  if (!rival) return { own, rival: null };
  if (rival.kind === 'place') {
    const other = second ?? placeInFile(rival);
    const words = `${other.name || 'the function'} (${basename(rival.file)}:${rival.line})`;
    return { own, rival: { side: sideOf(other, 2, null), words } };
  }
  const { revision } = rival;
  if (basename(placed.runtimeFile) !== basename(file)) {
    throw benchProblem(
      'not-comparable',
      `Node.js runs ${placed.runtimeFile}, which a build makes of ${file}, so its text of ${revision} can't be run alone. Compare with another function, or measure the server before and after the change.`,
    );
  }
  const hasLoader = execArgv.some((flag) =>
    /^--(?:import|loader|experimental-loader)\b/.test(flag),
  );
  if (placed.isModule && hasLoader && isTypeScript(placed.runtimeFile)) {
    throw benchProblem(
      'not-comparable',
      `A loader makes JavaScript of ${basename(file)} from its file, so its text of ${revision} can't be run in its place. Compare with another function, or measure the server before and after the change.`,
    );
  }
  const text = await textAt(revision, file);
  return {
    own,
    rival: {
      side: { ...placedAt(text, placed, revision), load: 2, text },
      words: `${placed.name || 'the function'} at ${revision}`,
    },
  };
}

function placedAt(text: string, placed: PlacedFunction, revision: string): BenchSide {
  const side = sideOf(placed, 2, text);
  // TypeScript can't be parsed here; whoever loads it says whether it has the function.
  if (isTypeScript(placed.runtimeFile)) return side;
  const kind = kindIn(text, placed);
  if (kind) return { ...side, kind };
  throw benchProblem(
    'unknown-revision',
    `There is no function ${placed.path} in ${basename(placed.runtimeFile)} at ${revision}.`,
  );
}

function isTypeScript(file: string): boolean {
  return /\.[cm]?tsx?$/.test(file);
}

function kindIn(text: string, { path, isModule }: PlacedFunction): BenchSide['kind'] | null {
  try {
    return findFunction(parseModule(text, isModule), text, { path })?.kind ?? null;
  } catch {
    // Its mistakes are those of the revision.
    return null;
  }
}

/** The text of a file in a revision; the working tree is not touched. */
async function textAt(revision: string, file: string): Promise<string> {
  const git = Git.in(dirname(file));
  if (!git) throw benchProblem('unknown-revision', 'There is no git to read the revision with.');
  let isCommit = false;
  try {
    const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
    const commit = (await git.run(words)).trim();
    isCommit = true;
    return await git.run(['show', `${commit}:./${basename(file)}`]);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw benchProblem(
      'unknown-revision',
      isCommit
        ? `${revision} has no ${basename(file)} in this folder, so there is nothing to compare with.`
        : `${revision} is no commit, branch or tag of the repository of ${basename(file)}.`,
    );
  }
}

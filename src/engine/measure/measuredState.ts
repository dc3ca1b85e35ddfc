import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { MeasuredState, MeasureOptions, MeasureProblem, Side } from '../../shared/measure.ts';
import {
  buildFailed,
  buildNeeded,
  buildWithout,
  fileNotThere,
  folderNotThere,
  noGit,
  noRepository,
  notCheckedOut,
  unknownRevision,
} from '../../shared/measureText.ts';
import type { TargetReport } from '../../shared/report.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import { runBuild } from './buildStep.ts';
import { dependencyChanges } from './dependencyChanges.ts';
import { Git, GitError } from '../git/git.ts';
import { missingFiles } from './launchedFiles.ts';
import { linkIgnored, linkModulesAbove } from './linkIgnored.ts';
import type { RunOutcome } from '../run/runOutcome.ts';
import { Secrets } from '../secrets/secrets.ts';
import { treeChanges, workingTreeText } from '../git/treeChanges.ts';
import { TreePaths } from './treePaths.ts';
import { Worktree } from '../git/worktree.ts';

/** Carries a {@link MeasureProblem} through code that can only throw. */
export class MeasureProblemError extends Error {
  constructor(readonly problem: MeasureProblem) {
    super(problem.message);
  }
}

/** A state of the code that is ready to be run again and again. */
export interface PreparedState {
  side: Side;
  /** For example `commit 1a2b3c4 (HEAD~3)`. */
  words: string;
  options: RunOptions;
  /** Maps a run's paths to the user's own. */
  atHome(outcome: RunOutcome): RunOutcome;
  /** A sentence if a run used code that does not belong to this state, else null. */
  strayWarning(outcome: RunOutcome): string | null;
  /** Sentences on how the state differs from the commit or from its former surroundings. */
  warnings: string[];
  /** Whether files were made that {@link end} removes. */
  isCopy: boolean;
  end(): Promise<void>;
}

export interface PrepareHooks {
  onStep(step: { kind: 'checking-out' } | { kind: 'building'; command: string }): void;
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
}

/** Throws {@link MeasureProblemError}. If aborted, throws whatever was cut short. */
export async function prepareState(
  side: Side,
  options: MeasureOptions,
  hooks: PrepareHooks,
  signal: AbortSignal,
): Promise<PreparedState> {
  const state = options[side];
  switch (state.kind) {
    case 'working-tree':
      return asItIs(side, await wordsOfTree(side, options), options.run);
    case 'launch':
      return asItIs(side, `“${state.name}”`, { ...options.run, ...state.launch });
    case 'revision':
      return checkedOut(side, state, options, hooks, signal);
  }
}

function asItIs(side: Side, words: string, options: RunOptions): PreparedState {
  return {
    side,
    words,
    options,
    atHome: (outcome) => outcome,
    strayWarning: () => null,
    warnings: [],
    isCopy: false,
    end: () => Promise.resolve(),
  };
}

async function wordsOfTree(side: Side, options: MeasureOptions): Promise<string> {
  const other = options[side === 'base' ? 'head' : 'base'];
  if (other.kind !== 'revision') return 'the working tree';
  const git = await repositoryOf(options.run.cwd);
  const commit = await commitOf(git, side === 'base' ? 'head' : 'base', other.revision);
  const words = workingTreeText(await treeChanges(git, commit));
  return words.endsWith('no changes') ? `${words} against ${other.revision}` : words;
}

async function repositoryOf(folder: string): Promise<Git> {
  const git = Git.in(folder);
  if (git === null) throw new MeasureProblemError(noGit());
  try {
    const root = (await git.run(['rev-parse', '--show-toplevel'])).trim();
    return git.at(realpathSync(root));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new MeasureProblemError(noRepository(folder, error.message));
  }
}

async function commitOf(git: Git, side: Side, revision: string): Promise<string> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  try {
    return (await git.run(words)).trim();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const hasCommits = await git.holds(['rev-parse', '--verify', '--quiet', 'HEAD']);
    throw new MeasureProblemError(unknownRevision(side, revision, hasCommits));
  }
}

async function checkedOut(
  side: Side,
  { revision }: MeasuredState & { kind: 'revision' },
  options: MeasureOptions,
  hooks: PrepareHooks,
  signal: AbortSignal,
): Promise<PreparedState> {
  const { run, build, links } = options;
  const git = await repositoryOf(run.cwd);
  const commit = await commitOf(git, side, revision);
  const isNamed = !commit.startsWith(revision);
  const words = `commit ${commit.slice(0, 7)}${isNamed ? ` (${revision})` : ''}`;
  hooks.onStep({ kind: 'checking-out' });
  let tree: Worktree;
  try {
    tree = await Worktree.add(git, commit, signal);
  } catch (error) {
    if (!(error instanceof GitError) || signal.aborted) throw error;
    throw new MeasureProblemError(notCheckedOut(side, words, error.message));
  }
  try {
    const warnings = await link(side, git, tree, links);
    const paths = new TreePaths(git.folder, tree.root, run.cwd);
    const copied = paths.toCopy(run);
    if (!existsSync(copied.cwd)) {
      const folder = relative(git.folder, realpathSync(run.cwd));
      throw new MeasureProblemError(folderNotThere(side, words, folder));
    }
    const missing = () => missingFiles(copied, run).map((file) => relative(copied.cwd, file));
    const [needed] = missing();
    if (build !== null) {
      await buildIn(side, words, tree, { ...options, build, run: copied }, hooks, signal);
      const [left] = missing();
      if (left !== undefined) {
        throw new MeasureProblemError(buildWithout(side, words, build, left));
      }
    } else if (needed !== undefined) {
      const isMade = await git.at(run.cwd).holds(['check-ignore', '--quiet', needed]);
      const problem = isMade ? buildNeeded : fileNotThere;
      throw new MeasureProblemError(problem(side, words, needed));
    }
    return {
      side,
      words,
      options: copied,
      warnings,
      atHome: (outcome) => withCommit(paths.toHome(outcome), commit),
      strayWarning: (outcome) => strayWarning(side, words, git.folder, paths, outcome),
      isCopy: true,
      end: () => tree.remove(),
    };
  } catch (error) {
    await tree.remove();
    throw error;
  }
}

/** Links the files that are not in git; gives the warnings. */
async function link(
  side: Side,
  git: Git,
  tree: Worktree,
  links: readonly string[],
): Promise<string[]> {
  const warnings: string[] = tree.emptySubmodules.map(
    ({ path, because }) =>
      `The submodule ${path} is empty in the ${side}, because ${because}: git submodule update --init brings it.`,
  );
  const [root] = tree.copies;
  const changed: string[] = [];
  for (const copy of tree.copies) {
    const own = copy === root ? links : [];
    const { packages, missing } = await linkIgnored(git.at(copy.from), copy, own);
    changed.push(
      ...dependencyChanges(copy, packages).map((file) =>
        relative(root!.from, join(copy.from, file)),
      ),
    );
    warnings.push(
      ...missing.map((path) => `There is no ${path} in the repository to link into the ${side}.`),
    );
  }
  await linkModulesAbove(root!);
  if (changed.length > 0) {
    warnings.push(
      `The ${side} wants other packages (${changed.join(', ')}): it ran with those that are installed now.`,
    );
  }
  return warnings;
}

async function buildIn(
  side: Side,
  words: string,
  tree: Worktree,
  { build: command, run }: MeasureOptions & { build: string },
  hooks: PrepareHooks,
  signal: AbortSignal,
): Promise<void> {
  hooks.onStep({ kind: 'building', command });
  const { onOutput } = hooks;
  const { cwd } = run;
  const end = await runBuild({ command, cwd, guardedFolder: tree.folder, onOutput }, signal);
  signal.throwIfAborted();
  if (end.code === 0) return;
  const secrets = new Secrets(run);
  const output = end.output.text((text) => secrets.redact(text));
  throw new MeasureProblemError(buildFailed(side, words, command, end.code, output));
}

/** Names the commit as the code that ran, whatever was linked and built beside it. */
function withCommit(outcome: RunOutcome, commit: string): RunOutcome {
  const { report } = outcome;
  if (!report.target) return outcome;
  const target: TargetReport = { ...report.target, commit, modified: 'no' };
  delete target.branch;
  return { ...outcome, report: { ...report, target } };
}

function strayWarning(
  side: Side,
  words: string,
  root: string,
  paths: TreePaths,
  { profile }: RunOutcome,
): string | null {
  if (!profile) return null;
  const { home, outside, isOfCopy } = paths.strays(profile);
  const files = home.map((file) => relative(root, file));
  if (files.length > 0) {
    const more = files.length > 3 ? ` and ${files.length - 3} more` : '';
    return `The ${side} also ran ${files.slice(0, 3).join(', ')}${more} as it is in the working tree, so a change there is in both.`;
  }
  if (isOfCopy || outside.length === 0) return null;
  return `The ${side} ran nothing that ${words} has: the command starts what is not in the repository.`;
}

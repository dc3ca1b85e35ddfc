import { Git, GitError } from '../../engine/git/git.ts';
import { measurableStates } from '../../engine/measure/measurableStates.ts';
import { noGit, noRepository, unknownRevision } from '../../shared/measureText.ts';
import type { AnswerOf, RequestOf } from '../../shared/lspWire.ts';

export async function answerMeasureStates({
  folder,
}: RequestOf<'measureStates'>): Promise<AnswerOf<'measureStates'>> {
  const git = Git.in(folder);
  if (!git) return { states: null, problem: noGit() };
  try {
    await git.run(['rev-parse', '--show-toplevel']);
  } catch (error) {
    if (error instanceof GitError) {
      return { states: null, problem: noRepository(folder, error.message) };
    }
    throw error;
  }
  try {
    return { states: await measurableStates(git), problem: null };
  } catch (error) {
    // Without any commit, git does not know HEAD.
    if (error instanceof GitError) {
      return { states: null, problem: unknownRevision('base', 'HEAD', false) };
    }
    throw error;
  }
}

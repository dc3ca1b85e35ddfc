import { Git, GitError } from '../../engine/measure/git.ts';
import { measurableStates } from '../../engine/measure/measurableStates.ts';
import { noGit, noRepository, unknownRevision } from '../../shared/measureText.ts';
import type { MeasureStatesAnswer, MeasureStatesRequest } from '../../shared/measureWire.ts';

/** What a folder's code can be measured against. */
export async function answerMeasureStates({
  folder,
}: MeasureStatesRequest): Promise<MeasureStatesAnswer> {
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
    // Without a commit git knows nothing by the name HEAD.
    if (error instanceof GitError) {
      return { states: null, problem: unknownRevision('base', 'HEAD', false) };
    }
    throw error;
  }
}

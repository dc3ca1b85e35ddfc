import type { FolderOwner } from '../runFolder/folderOwner.ts';
import type { CodeStateReader } from '../git/codeState.ts';
import type { GuardProcess } from '../programs/guardProcess.ts';
import { removeRunFolder } from '../runFolder/runFolder.ts';
import type { Sampling } from '../samplers/sampling.ts';
import type { Target } from './target.ts';

/** The parts of a launched server, none of which may outlive the run. */
export class RunScope {
  folder: string | null = null;
  owner: FolderOwner | null = null;
  code: CodeStateReader | null = null;
  guard: GuardProcess | null = null;
  target: Target | null = null;
  sampling: Sampling | null = null;

  /** Ends the processes, then removes the folder. */
  async end(): Promise<void> {
    await Promise.all([this.sampling?.end(), this.target?.stop(), this.code?.end()]);
    try {
      this.owner?.end();
      if (this.folder) await removeRunFolder(this.folder);
      await this.guard?.done();
    } catch {
      // Something still holds a file: the guard tries again when this process has ended.
    }
  }
}

import type { FolderOwner } from './folderOwner.ts';
import type { CodeStateReader } from './measure/codeState.ts';
import type { GuardProcess } from './guardProcess.ts';
import type { LoadProcess } from './load/loadProcess.ts';
import { removeRunFolder } from './runFolder.ts';
import type { Sampling } from './samplers/sampling.ts';
import type { Target } from './processes/target.ts';

/** Everything that a run makes and must not outlive it. */
export class RunScope {
  folder: string | null = null;
  owner: FolderOwner | null = null;
  code: CodeStateReader | null = null;
  guard: GuardProcess | null = null;
  load: LoadProcess | null = null;
  target: Target | null = null;
  sampling: Sampling | null = null;

  /** Ends the processes, then removes the folder. */
  async end(): Promise<void> {
    await Promise.all([
      this.sampling?.end(),
      this.load?.end(),
      this.target?.stop(),
      this.code?.end(),
    ]);
    try {
      this.owner?.end();
      if (this.folder) await removeRunFolder(this.folder);
      await this.guard?.done();
    } catch {
      // Something holds a file still: the guard tries again when this process has ended.
    }
  }
}

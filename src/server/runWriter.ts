import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { packRun, type SavedRun } from '../analysis/saved/savedRun.ts';
import { artifactPath } from '../engine/programs/artifacts.ts';
import { writeProfileFile, type SaveInput } from '../engine/profile/savedFile.ts';
import { readSavedRun } from '../engine/profile/savedRunFile.ts';
import { sourcesOrDisk } from '../engine/profile/sourceOf.ts';
import { writeWholeFile } from '../engine/files/wholeFile.ts';
import { folderOfReport } from '../shared/reportSubject.ts';
import type { RunWriting } from './store/writeRun.ts';

/** This thread writes one run, which may take seconds, and answers with null or a reason. */
function write(job: RunWriting): void {
  switch (job.kind) {
    case 'keep':
      return writeWholeFile(job.path, gzipSync(packRun(job.run.profile, job.run.report)));
    case 'export':
      return writeProfileFile(job.path, job.format, inputOf(job.run, job.workspaceFolders));
    case 'exportFile':
      return writeProfileFile(
        job.path,
        job.format,
        inputOf(readSavedRun(job.from), job.workspaceFolders),
      );
  }
}

function inputOf({ profile, report }: SavedRun, workspaceFolders: readonly string[]): SaveInput {
  return {
    profile,
    report,
    assetsFolder: artifactPath('page'),
    baseFolder: folderOfReport(report),
    sourceOf: sourcesOrDisk(profile.sources, workspaceFolders),
  };
}

try {
  write(workerData as RunWriting);
  parentPort?.postMessage(null);
} catch (error) {
  parentPort?.postMessage(reasonOf(error));
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  return error instanceof Error ? error.message : String(error);
}

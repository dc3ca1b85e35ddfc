import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { packRun, type SavedRun } from '../analysis/profile/savedRun.ts';
import { artifactPath } from '../engine/artifacts.ts';
import { writeProfileFile, type SaveInput } from '../engine/profile/savedFile.ts';
import { readSavedRun } from '../engine/profile/savedRunFile.ts';
import { sourcesOrDisk } from '../engine/profile/sourceOf.ts';
import { writeWholeFile } from '../engine/wholeFile.ts';
import { folderOfReport } from '../shared/reportSubject.ts';
import type { RunWriting } from './runs/writeRun.ts';

/**
 * A thread that writes one run and ends, since the text of a large one takes seconds. It answers with
 * null, or with a sentence where it could not be written.
 */
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

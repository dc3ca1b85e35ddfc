import { parentPort, workerData } from 'node:worker_threads';
import type { OpenerMessage, Opening } from '../engine/import/openBeside.ts';
import { openProfiles } from '../engine/import/openProfiles.ts';
import { RunFileError } from '../engine/profile/savedRunFile.ts';

/** This thread opens one profile and ends, because a large one takes seconds. */
const { paths, workspaceFolders, areas } = workerData as Opening;

function say(message: OpenerMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

openProfiles(paths, {
  workspaceFolders,
  areas,
  onProgress: (share) => say({ type: 'progress', share }),
}).then(
  (opened) => {
    const { frames, nodes, samples } = opened.profile;
    const tables = [frames, nodes, samples].flatMap((table) => Object.values(table));
    // All tables are typed arrays, and none shares its memory.
    const buffers = tables.map(({ buffer }: { buffer: ArrayBufferLike }) => buffer as ArrayBuffer);
    say({ type: 'opened', opened }, [...new Set(buffers)]);
  },
  (error: unknown) => {
    const { message } = error instanceof Error ? error : { message: String(error) };
    const kind = error instanceof RunFileError ? error.kind : 'unreadable';
    say({ type: 'failed', message, kind, isExpected: error instanceof RunFileError });
  },
);

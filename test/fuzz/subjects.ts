import type { FuzzSubject } from './runFuzz.ts';
import { importedBytes, importedJson } from './imports.ts';
import { requestFiles } from './requestFiles.ts';
import { runHeads } from './runHeads.ts';
import { savedRuns } from './savedRuns.ts';
import { sourceMaps } from './sourceMaps.ts';
import { v8Logs } from './v8Logs.ts';

/** Everything that reads what others have written. */
export const fuzzSubjects: readonly FuzzSubject[] = [
  v8Logs,
  savedRuns,
  importedJson,
  importedBytes,
  runHeads,
  sourceMaps,
  requestFiles,
];

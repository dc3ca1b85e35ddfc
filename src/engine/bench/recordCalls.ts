import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchOptions } from '../../shared/bench.ts';
import {
  noRecorderEnding,
  recordVariable,
  type Recording,
  type RecordJob,
} from '../../shared/benchWire.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import { runProfile } from '../run/run.ts';
import type { RunHooks } from '../run/runOutcome.ts';
import type { Attempt } from '../launch/serverLaunch.ts';
import { benchProblem } from './benchProblem.ts';
import { readSerialized } from './benchProcess.ts';
import { noFunction } from './placeInFile.ts';

/** Long enough for a thousand requests of most servers. */
const recordS = 2;

/** Runs the server with its load for a short time, to record calls. Throws BenchProblemError. */
export async function recordCalls(
  { file, line, against, fixture }: BenchOptions,
  run: RunOptions,
  folder: string,
  hooks: RunHooks,
  signal: AbortSignal,
): Promise<{ recording: Recording; launched: Attempt }> {
  const second = against?.kind === 'place' ? { file: against.file, line: against.line } : null;
  const job: RecordJob = { folder, file, line, second };
  const outcome = await runProfile(
    {
      ...run,
      // It would put its own flags among the user's.
      ...(run.sampler === '0x' ? { sampler: 'v8log' as const } : {}),
      env: { ...run.env, [recordVariable]: JSON.stringify(job) },
      load: { ...run.load, warmupS: 0, durationS: Math.min(recordS, run.load.durationS) },
      chargesAwaits: false,
    },
    hooks,
    signal,
  );
  const { failure } = outcome.report;
  if (failure?.message.includes('Maximum call stack size exceeded')) {
    throw benchProblem(
      'not-recorded',
      'The stack of the server overflowed while its calls were recorded: with what tells of a call, each call of the function takes more room there. Give it more, as in node --stack-size=2000 server.js, or write the calls once in a fixture, a file that exports calls, a list of { this, args }.',
    );
  }
  if (failure) {
    const kind = failure.kind === 'cancelled' ? 'cancelled' : 'run-failed';
    throw benchProblem(kind, failure.message, failure);
  }
  const recordings = readdirSync(folder)
    .filter((name) => name.endsWith('.calls'))
    .flatMap((name) => readSerialized<Recording>(join(folder, name)) ?? []);
  const found = recordings.filter((each) => each.found);
  if (found.length === 0) throw noRecorder(folder) ?? notLoaded(file, line);
  // Threads of one server do the same work.
  const recording = found.reduce((most, each) => (each.calls > most.calls ? each : most));
  if (fixture === null) checkRecording(recording, file, line);
  return { recording, launched: outcome.launched! };
}

/** Null unless the server could not begin to record. */
function noRecorder(folder: string) {
  const name = readdirSync(folder).find((each) => each.endsWith(noRecorderEnding));
  if (name === undefined) return null;
  const why = readFileSync(join(folder, name), 'utf8').slice(0, 300);
  return benchProblem(
    'not-recorded',
    `The server ran, but its calls could not be recorded: ${why}. Write the calls once in a fixture, a file that exports calls, a list of { this, args }.`,
  );
}

function notLoaded(file: string, line: number) {
  const { message } = noFunction({ file, line });
  return benchProblem(
    'not-found',
    `${message.replace(/\.$/, '')} as the server runs it: it loads no such file, or the line is in no function.`,
  );
}

function checkRecording({ found, calls, kept, lost }: Recording, file: string, line: number): void {
  const name = found!.name || 'The function';
  if (calls === 0 && found!.kind.endsWith('generator')) {
    throw benchProblem(
      'not-called',
      `${name} (${file}:${line}) is a generator whose code the load never ran: nobody called it, or asked for what it yields. Load a path that does.`,
    );
  }
  if (calls === 0) {
    throw benchProblem(
      'not-called',
      `${name} (${file}:${line}) was not called by the load. Load a path that calls it.`,
    );
  }
  if (kept.length > 0) return;
  const [first] = lost;
  throw benchProblem(
    'not-copied',
    `The calls of ${found!.name || 'the function'} can't be kept, because ${first?.where} can't be copied: ${first?.what}. Write the calls once in a fixture, a file that exports calls, a list of { this, args }.`,
  );
}

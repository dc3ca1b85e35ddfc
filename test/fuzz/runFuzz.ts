import { RunFileError } from '../../src/engine/profile/savedRunFile.ts';
import { FailureError } from '../../src/shared/failure.ts';
import { Random } from '../support/random.ts';
import { startWatchdog } from './watchdog.ts';

/** Something that reads what others have written. */
export interface FuzzSubject {
  name: string;
  prepare(): {
    /** Reads one broken input. Throws the sentence that a person gets, or what is a defect. */
    try(random: Random): Promise<void>;
    end(): void;
  };
}

export interface FuzzFigures {
  rounds: number;
  /** Inputs that were read in spite of what is wrong with them. */
  read: number;
  /** Inputs that were refused, with a sentence. */
  refused: number;
  /** CPU time of the longest round, in milliseconds. */
  longestMs: number;
  /** Rounds that crashed, took too long or had no sentence; each with its seed. */
  problems: string[];
}

const maxMs = 1000;
const maxProblems = 10;

/** Rounds from `seed` on; the seed of a round that went wrong gives the same again. */
export async function runFuzz(
  subject: FuzzSubject,
  rounds: number,
  seed: number,
): Promise<FuzzFigures> {
  const figures: FuzzFigures = { rounds, read: 0, refused: 0, longestMs: 0, problems: [] };
  const prepared = subject.prepare();
  const watchdog = startWatchdog(`${subject.name}, seed`);
  try {
    for (let round = seed; round < seed + rounds; round++) {
      watchdog.note(round);
      // Of this process alone: another one's work on this machine is none of its time.
      const before = process.cpuUsage();
      const error = await prepared.try(new Random(round)).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      const { user, system } = process.cpuUsage(before);
      const tookMs = (user + system) / 1000;
      figures.longestMs = Math.max(figures.longestMs, tookMs);
      if (error === null) figures.read++;
      else figures.refused++;
      const problem = tookMs > maxMs ? `took ${Math.round(tookMs)} ms` : problemOf(error);
      if (problem === null) continue;
      figures.problems.push(`${subject.name}, seed ${round}: ${problem}`);
      if (figures.problems.length === maxProblems) break;
    }
  } finally {
    watchdog.end();
    prepared.end();
  }
  return figures;
}

/** Null where a person gets a sentence. */
function problemOf(error: unknown): string | null {
  if (error === null) return null;
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const isExpected =
    error instanceof FailureError || error instanceof RunFileError || error.constructor === Error;
  if (!isExpected) return error.stack ?? error.message;
  const { message } = error;
  const isSentence = /^\S.*[.?!)]$/s.test(message) && message.length < 2000;
  const isCode = /undefined|NaN|\[object |is not a function|Cannot read|Invalid /.test(message);
  return isSentence && !isCode ? null : `is no sentence: ${message.slice(0, 300)}`;
}

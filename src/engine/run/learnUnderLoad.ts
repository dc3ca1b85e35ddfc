import { formatDuration } from '../../shared/format.ts';
import type { LearnedThread } from '../../shared/learningWire.ts';
import { NotLearnedError } from '../learning/learningPhase.ts';
import { parseLoadUrl } from '../serving/loadAddress.ts';
import type { LoadedServer } from './loadedServer.ts';
import type { LearnedOutcome } from './runOutcome.ts';
import type { RunContext, RunTarget } from './runTarget.ts';

/** The answers of a target that was asked to learn. */
export interface Learning {
  /** Empty if it failed. */
  threads: LearnedThread[];
  /** Its work is found when the threads are read. */
  outcome: LearnedOutcome;
  /** When the last load for it ended; null if none has. */
  loadEndedNs: bigint | null;
}

/**
 * Goes on with the load, for the target to say which line has caused what runs after awaits, and then
 * where requests wait. Null if the target is not asked. A server that fails meanwhile is told by a
 * note, since the window before is whole.
 *
 * @param learnS 0 if an earlier run knows the lines
 */
export async function learnUnderLoad(
  server: LoadedServer,
  target: RunTarget,
  run: RunContext,
  { learnS, followS }: { learnS: number; followS: number },
): Promise<Learning | null> {
  const { url, routes } = server.plan;
  const notes: string[] = [];
  const learning: Learning = { threads: [], outcome: { work: null, notes }, loadEndedNs: null };
  const notLearned = (reason: string) => {
    const lost =
      learnS === 0
        ? waitsUnknown
        : 'What runs after awaits is charged to no line, and where requests wait is not known';
    notes.push(`${lost}: ${reason}`);
  };
  const begin = () => run.apply({ type: 'learn', durationS: learnS + followS });
  const load = async (seconds: number) => {
    const { endedNs, requests } = await server.run({ durationS: seconds });
    learning.loadEndedNs = BigInt(endedNs);
    return requests;
  };
  const toCharge = async () => {
    begin();
    await load(learnS);
  };
  let answers = 0;
  const toFollow = async () => {
    if (learnS === 0) begin();
    answers = await load(followS);
  };
  try {
    const port = parseLoadUrl(url).port!;
    const follow = { port, hasRoutes: routes.hasSeveral, load: toFollow };
    const threads = await target.learn(learnS === 0 ? null : toCharge, follow);
    if (threads === null) return null;
    if (threads.length === 0) notLearned('no thread of the server said what causes it.');
    else if (threads.every(({ requests }) => requests === null))
      notes.push(notFollowed(answers, followS));
    learning.threads = threads;
  } catch (error) {
    run.interruption.throwIfRaised();
    // The output of the server is told elsewhere.
    const [reason = ''] = (error as Error).message.split('\n');
    const failed = 'the server failed when it was to be learned. ';
    notLearned(error instanceof NotLearnedError ? reason : failed + reason);
  }
  const [problem] = learning.threads.flatMap((thread) => thread.problem ?? []);
  if (problem !== undefined) {
    notes.push(`Not all that runs after awaits could be learned: ${problem}.`);
  }
  return learning;
}

const waitsUnknown = 'Where requests wait is not known';

function notFollowed(answers: number, followS: number): string {
  const reason =
    answers === 0
      ? `none was answered in the ${formatDuration(followS * 1000)} in which they are followed`
      : `of ${answers} that were answered meanwhile none could be followed, as in a server that does not answer by Node.js's modules http and https, or that another program answers for`;
  return `${waitsUnknown}: ${reason}.`;
}

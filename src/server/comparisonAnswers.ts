import { readSavedRun } from '../engine/savedRunFile.ts';
import type { FromComparison, ToComparison } from '../shared/compareWire.ts';
import { packDiffFlame } from '../shared/diffFlamePack.ts';
import { frameMatcher } from '../shared/flameMatch.ts';
import type {
  CompareAnswer,
  CompareRequest,
  CompareViewAnswer,
  CompareViewRequest,
} from '../shared/lspWire.ts';
import type { Showing } from './showing.ts';
import { HeldComparison, type ComparedRun } from './heldComparison.ts';
import type { SavedRuns } from './savedRuns.ts';

/** Compares runs, and answers the page that shows what came out; one comparison at a time. */
export class ComparisonAnswers {
  #held: HeldComparison | null = null;

  constructor(
    private readonly saved: SavedRuns,
    private readonly showing: Showing,
  ) {}

  readonly compare = async ({ base, head }: CompareRequest): Promise<CompareAnswer> => {
    // The run that was just shown may not be written yet.
    await this.saved.settled();
    const runsOf = (side: 'base' | 'head', paths: string[]): ComparedRun[] =>
      paths.map((path) => ({ side, read: () => this.#read(path) }));
    const runs = [...runsOf('base', base), ...runsOf('head', head)];
    const problem = await this.hold(new HeldComparison(runs, { base, head }));
    return { problem };
  };

  /** Makes it what the page shows; gives a sentence where it can't be read, and then leaves all as it was. */
  async hold(comparison: HeldComparison): Promise<string | null> {
    try {
      await comparison.message();
    } catch (error) {
      return sentenceOf(error);
    }
    this.#held = comparison;
    return null;
  }

  readonly view = async ({ message }: CompareViewRequest): Promise<CompareViewAnswer> => {
    const answer = await answerComparison(this.#held, message);
    return { messages: answer ? [answer] : [] };
  };

  /** What is shown needs no reading, and may not be a file at all. */
  #read(path: string): ReturnType<ComparedRun['read']> {
    const shown = this.showing.current;
    return shown?.path === path ? shown : readSavedRun(path);
  }
}

/** What a page is told that has said this; null: nothing, it is for who has the editor. */
export async function answerComparison(
  held: HeldComparison | null,
  message: FromComparison,
): Promise<ToComparison | null> {
  switch (message.type) {
    case 'ready':
      return held ? held.message() : { type: 'failed', message: nothingCompared };
    case 'query':
    case 'changes':
    case 'search':
      break;
    default:
      return null;
  }
  const { requestId } = message;
  if (!held) return { type: 'queryFailed', requestId, message: nothingCompared };
  try {
    return await answerOf(held, message);
  } catch (error) {
    return { type: 'queryFailed', requestId, message: sentenceOf(error) };
  }
}

type Question = Extract<FromComparison, { requestId: number }>;

async function answerOf(held: HeldComparison, message: Question): Promise<ToComparison> {
  const { requestId } = message;
  switch (message.type) {
    case 'query': {
      const { flame } = await held.view(message.query.visibility);
      return { type: 'tree', requestId, tree: packDiffFlame(flame.query(message.query)) };
    }
    case 'changes': {
      const { comparison } = await held.view(message.visibility);
      const code = comparison.changes();
      return { type: 'changes', requestId, code, lineTexts: comparison.lineTexts(code) };
    }
    case 'search': {
      const { flame, comparison } = await held.view(message.visibility);
      const matches = frameMatcher(message.text, comparison.baseFolder);
      return { type: 'matches', requestId, ...flame.search(matches) };
    }
  }
}

const nothingCompared =
  'Nothing is compared yet. Choose two runs in the view Runs, or pin a baseline and compare with it.';

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

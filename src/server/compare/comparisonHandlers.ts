import type { Connection } from 'vscode-languageserver/node';
import { readSavedRun } from '../../engine/profile/savedRunFile.ts';
import type { FromComparison, ToComparison } from '../../shared/compareWire.ts';
import { packDiffFlame } from '../../shared/diffFlamePack.ts';
import { frameMatcher } from '../../shared/flameMatch.ts';
import type {} from '../../shared/measureWire.ts';
import type {
  CompareAnswer,
  CompareRequest,
  CompareViewAnswer,
  CompareViewRequest,
} from '../../shared/lspWire.ts';
import { pathOfUri } from '../fileUris.ts';
import { ComparedCode } from './comparedCode.ts';
import { ComparisonCache, ownCode, type ComparedRun } from './comparisonCache.ts';
import { claimMeasured, measuredReport } from './measuredRuns.ts';
import type { SavedRuns } from '../runs/savedRuns.ts';
import type { CurrentProfile } from '../currentProfile.ts';
import type { ShownProfile } from '../shownProfile.ts';
import { tellHost } from '../tellHost.ts';

/** Compares runs, and answers the page that shows what came out; one comparison at a time. */
export class ComparisonHandlers {
  #held: ComparisonCache | null = null;
  #code: { shown: ShownProfile; compared: ComparedCode } | null = null;
  readonly #listeners: (() => void)[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly saved: SavedRuns,
    private readonly currentProfile: CurrentProfile,
  ) {}

  /** What the profile that is shown is compared with; null: nothing, or another profile is shown since. */
  get code(): ComparedCode | null {
    return this.#code && this.#code.shown === this.currentProfile.current
      ? this.#code.compared
      : null;
  }

  /** Something else is compared, or nothing any more. */
  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  readonly compare = async ({
    base,
    head,
    keepsShown = false,
  }: CompareRequest): Promise<CompareAnswer> => {
    // The run that was just shown may not be written yet.
    await this.saved.settled();
    const runsOf = (side: 'base' | 'head', paths: string[]): ComparedRun[] =>
      paths.map((path) => ({ side, read: () => this.#read(path) }));
    const runs = [...runsOf('base', base), ...runsOf('head', head)];
    const paths = { base, head };
    const held = new ComparisonCache(runs, paths, measuredReport(paths));
    const problem = await this.hold(held, keepsShown);
    return { problem };
  };

  /**
   * Makes it what the page shows, and its last run of the head what the editor shows. Gives a sentence
   * where it can't be read, and then leaves all as it was.
   */
  async hold(comparison: ComparisonCache, keepsShown = false): Promise<string | null> {
    let compared: ComparedCode;
    try {
      const { report, baseFolder } = await comparison.message();
      const { comparison: states } = await comparison.view(ownCode);
      compared = new ComparedCode(report, states.requestMicros(), baseFolder);
    } catch (error) {
      return sentenceOf(error);
    }
    this.#held = comparison;
    if (comparison.paths) claimMeasured(comparison.paths);
    this.currentProfile.store?.rememberCompared(comparison.paths);
    const shown = await this.#headShown(comparison, keepsShown);
    this.#code = shown && { shown, compared };
    await this.#tell();
    return null;
  }

  /** Compares again what was compared with the profile that was shown before the server started. */
  async restore(): Promise<void> {
    const paths = this.currentProfile.store?.lastCompared();
    const shown = this.currentProfile.current?.path ?? null;
    if (paths && shown !== null && paths.head.includes(shown)) await this.compare(paths);
  }

  async clear(): Promise<void> {
    this.currentProfile.store?.rememberCompared(null);
    if (!this.#held) return;
    this.#held = null;
    this.#code = null;
    await this.#tell();
  }

  /** The run of the head that is shown, shown now where none is; null where it stays another. */
  async #headShown(
    { paths, runs }: ComparisonCache,
    keepsShown: boolean,
  ): Promise<ShownProfile | null> {
    const { currentProfile } = this;
    const shown = currentProfile.current;
    if (shown && shown.path !== null && paths?.head.includes(shown.path)) return shown;
    const last = runs.findLast(({ side }) => side === 'head');
    if (keepsShown || !last) return null;
    const path = paths?.head.at(-1);
    if (path !== undefined)
      return (await currentProfile.open({ path })).problem === null ? currentProfile.current : null;
    const run = last.read();
    await currentProfile.showRun(run, null, run.takenAt, await currentProfile.workspaceFolders());
    return currentProfile.current;
  }

  /** The text of a document as a state that is compared ran it; null where that is not known. */
  async ranText(side: 'base' | 'head', uri: string): Promise<string | null> {
    const file = pathOfUri(uri);
    return file === null ? null : ((await this.#held?.ranText(side, file)) ?? null);
  }

  async #tell(): Promise<void> {
    await tellHost(this.connection, 'comparisonChanged', { isCompared: this.#held !== null });
    for (const listener of this.#listeners) listener();
  }

  readonly view = async ({ message }: CompareViewRequest): Promise<CompareViewAnswer> => {
    const answer = await answerComparison(this.#held, message);
    return { messages: answer ? [answer] : [] };
  };

  /** What is shown needs no reading, and may not be a file at all. */
  #read(path: string): ReturnType<ComparedRun['read']> {
    const shown = this.currentProfile.current;
    return shown?.path === path ? shown : readSavedRun(path);
  }
}

/** What a page is told that has said this; null: nothing, it is for who has the editor. */
export async function answerComparison(
  held: ComparisonCache | null,
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

async function answerOf(held: ComparisonCache, message: Question): Promise<ToComparison> {
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

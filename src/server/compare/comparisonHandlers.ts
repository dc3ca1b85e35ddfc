import type { Connection } from 'vscode-languageserver/node';
import type { SavedRun } from '../../analysis/saved/savedRun.ts';
import { readSavedRun } from '../../engine/profile/savedRunFile.ts';
import type { FromComparison, ToComparison } from '../../shared/compareWire.ts';
import { packDiffFlame } from '../../shared/diffFlamePack.ts';
import { frameMatcher } from '../../shared/flameMatch.ts';
import type {} from '../../shared/measureWire.ts';
import type { AnswerOf, RequestOf } from '../../shared/lspWire.ts';
import { pathOfUri } from '../core/fileUris.ts';
import { ComparedCode } from '../profile/comparedCode.ts';
import { ComparisonCache, ownCode, type ComparedRun } from './comparisonCache.ts';
import { claimMeasured, measuredReport } from '../store/measuredRuns.ts';
import type { SavedRuns } from '../runs/savedRuns.ts';
import type { CurrentProfile } from '../profile/currentProfile.ts';
import type { LoadedProfile } from '../profile/loadedProfile.ts';
import { tellHost } from '../core/tellHost.ts';

/** Compares runs and answers the comparison's page; one comparison at a time. */
export class ComparisonHandlers {
  #held: ComparisonCache | null = null;
  #code: { run: SavedRun; compared: ComparedCode } | null = null;
  readonly #listeners: (() => void)[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly saved: SavedRuns,
    private readonly currentProfile: CurrentProfile,
  ) {}

  /**
   * The comparison with the shown profile; null if there is none, or another profile is shown since.
   */
  get code(): ComparedCode | null {
    return this.#code && this.#code.run === this.currentProfile.current?.run
      ? this.#code.compared
      : null;
  }

  /** Called when something else is compared, or nothing any more. */
  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  readonly compare = async ({
    base,
    head,
    keepsShown = false,
  }: RequestOf<'compare'>): Promise<AnswerOf<'compare'>> => {
    // The run just shown may still be being saved.
    await this.saved.settled();
    const runsOf = (side: 'base' | 'head', paths: string[]): ComparedRun[] =>
      paths.map((path) => ({ side, read: () => this.#read(path) }));
    const runs = [...runsOf('base', base), ...runsOf('head', head)];
    const paths = { base, head };
    const held = new ComparisonCache(runs, paths, measuredReport(paths));
    const problem = await this.hold(held, keepsShown);
    return { problem };
  };

  /** Makes a comparison current and shows its last head run, or returns why it can't be read. */
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
    this.#code = shown && { run: shown.run, compared };
    await this.#tell();
    return null;
  }

  /** Restores the comparison of the last session, if the profile it was about is shown. */
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

  /** The shown head run, showing the last one if none is; null if another profile stays. */
  async #headShown(
    { paths, runs }: ComparisonCache,
    keepsShown: boolean,
  ): Promise<LoadedProfile | null> {
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

  /** The text of a document as a compared state ran it; null if unknown. */
  async ranText(side: 'base' | 'head', uri: string): Promise<string | null> {
    const file = pathOfUri(uri);
    return file === null ? null : ((await this.#held?.ranText(side, file)) ?? null);
  }

  async #tell(): Promise<void> {
    await tellHost(this.connection, 'comparisonChanged', { isCompared: this.#held !== null });
    for (const listener of this.#listeners) listener();
  }

  readonly view = async ({
    message,
  }: RequestOf<'compareView'>): Promise<AnswerOf<'compareView'>> => {
    const answer = await answerComparison(this.#held, message);
    return { messages: answer ? [answer] : [] };
  };

  /** The shown run is not read again, and may not be a file at all. */
  #read(path: string): ReturnType<ComparedRun['read']> {
    const shown = this.currentProfile.current;
    return shown?.path === path ? { ...shown.run, takenAt: shown.takenAt } : readSavedRun(path);
  }
}

/** Answers a message of the page; null if the message is for the editor's side. */
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

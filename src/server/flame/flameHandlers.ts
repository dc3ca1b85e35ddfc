import type { FlameModel } from '../../analysis/flame/flameModel.ts';
import { lineTexts } from '../../engine/profile/lineTexts.ts';
import { aroundHandlersText } from '../../shared/aroundHandlersText.ts';
import { packTree } from '../../shared/flamePack.ts';
import type { FlameQuery, HotLines, ToView } from '../../shared/flameWire.ts';
import type { AnswerOf, RequestOf } from '../../shared/lspWire.ts';
import { runPart, type RunPart } from '../../shared/report.ts';
import { requestSentences } from '../../shared/requestText.ts';
import { editorSentence, editorText } from '../../shared/wording.ts';
import type { CurrentProfile } from '../profile/currentProfile.ts';
import type { LoadedProfile } from '../profile/loadedProfile.ts';

export class FlameHandlers {
  /** The query that was drawn last; the next profile probably starts with it. */
  #drawn: Pick<FlameQuery, 'visibility' | 'inverted'> = {
    visibility: { areas: ['app'], packages: [] },
    inverted: false,
  };

  constructor(
    private readonly currentProfile: CurrentProfile,
    private readonly allocations: { readonly model: FlameModel | null } = { model: null },
  ) {
    // Prepares the tree while the view loads or is notified.
    currentProfile.onDidChange(() => setImmediate(() => this.#prepare()));
  }

  readonly view = ({ message }: RequestOf<'view'>): AnswerOf<'view'> => {
    switch (message.type) {
      case 'ready': {
        if (message.query) this.#draws(message.query);
        const model =
          this.#modelOf(message.samples) ?? this.#profileModel ?? this.allocations.model;
        return this.#profile(model, undefined, message.query);
      }
      case 'choose':
        return this.#profile(this.#modelOf(message.samples), message.processes ?? undefined);
      case 'query':
        return this.#answer(message.requestId, this.#modelOf(message.query.samples), (model) => {
          this.#draws(message.query);
          const tree = packTree(model.part(message.query.processes).query(message.query));
          return { type: 'tree', requestId: message.requestId, tree };
        });
      case 'lines':
        return this.#answer(message.requestId, this.currentProfile.current, (of) => ({
          type: 'lines',
          requestId: message.requestId,
          ...hotLines(of, message.processes),
        }));
      case 'waits':
        return this.#answer(message.requestId, this.currentProfile.current, ({ profile }) => ({
          ...{ type: 'waits', requestId: message.requestId },
          picture: profile.requests?.picture ?? null,
        }));
      case 'search':
        return this.#answer(message.requestId, this.#modelOf(message.samples), (model) => {
          const part = model.part(message.processes);
          const matches = part.search(message.visibility, message.text);
          return { type: 'matches', requestId: message.requestId, ...matches };
        });
      default:
        // Other messages are for the host, which has the editor.
        return { messages: [] };
    }
  };

  get #profileModel(): FlameModel | null {
    return this.currentProfile.current?.model ?? null;
  }

  /** Null if there is none of it. */
  #modelOf(samples: 'bytes' | undefined): FlameModel | null {
    return samples === 'bytes' ? this.allocations.model : this.#profileModel;
  }

  #profile(model: FlameModel | null, processes?: number[], first?: FlameQuery): AnswerOf<'view'> {
    if (!model) return { messages: [] };
    const isOfTime = model === this.#profileModel;
    const other = isOfTime ? this.allocations.model && 'bytes' : this.#profileModel && 'time';
    const message = profileMessage(model, processes, first);
    return { messages: [{ ...message, ...(other ? { other } : {}) }] };
  }

  #draws({ visibility, inverted }: FlameQuery): void {
    this.#drawn = { visibility, inverted };
  }

  #prepare(): void {
    this.currentProfile.current?.model.query({ ...this.#drawn, minShare: 1 });
  }

  #answer<T>(requestId: number, shown: T | null, answer: (shown: T) => ToView): AnswerOf<'view'> {
    if (!shown) return failed(requestId, 'No profile is shown any more: run again or open one.');
    try {
      return { messages: [answer(shown)] };
    } catch (error) {
      return failed(requestId, error instanceof Error ? error.message : String(error));
    }
  }
}

function failed(requestId: number, message: string): AnswerOf<'view'> {
  return { messages: [{ type: 'queryFailed', requestId, message }] };
}

function profileMessage(
  whole: FlameModel,
  processes?: number[],
  first?: FlameQuery,
): Extract<ToView, { type: 'profile' }> {
  const model = whole.part(processes);
  const { report } = model;
  return {
    type: 'profile',
    report: inEditor(runPart(report)),
    aroundHandlers: aroundHandlersText(report),
    requestSentences: requestSentences(report),
    ...(processes ? { processes } : {}),
    ...(first ? { tree: packTree(model.query(first)) } : {}),
    ...model.shares(),
    baseFolder: model.baseFolder,
  };
}

function inEditor(report: RunPart): RunPart {
  const { load, notes, failure, wordings } = report;
  const inWords = (message: string) => editorSentence(message, wordings);
  return {
    ...report,
    load: load && { ...load, warnings: load.warnings.map(inWords) },
    notes: notes.map(inWords),
    failure: failure && { ...failure, message: editorText(failure) },
  };
}

function hotLines(shown: LoadedProfile, processes?: number[]): HotLines {
  const model = shown.model.part(processes);
  return {
    lines: model.report.lines,
    lineTexts: lineTexts(model.report, shown.sourceOf),
    lineFunctions: processes ? model.lineFunctions() : shown.lineFunctions,
  };
}

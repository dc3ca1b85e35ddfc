import { lineTexts } from '../engine/profile/lineTexts.ts';
import { editorWords } from '../shared/editorWords.ts';
import { packTree } from '../shared/flamePack.ts';
import type { FlameQuery, HotLines, ToView } from '../shared/flameWire.ts';
import type { ViewAnswer, ViewRequest } from '../shared/lspWire.ts';
import { runPart } from '../shared/report.ts';
import type { CurrentProfile } from './currentProfile.ts';
import type { ShownProfile } from './shownProfile.ts';

/** Answers flamegraph views. */
export class FlameHandlers {
  /** What was drawn last, and will be of the next profile. */
  #drawn: Pick<FlameQuery, 'visibility' | 'inverted'> = {
    visibility: { areas: ['app'], packages: [] },
    inverted: false,
  };

  constructor(private readonly currentProfile: CurrentProfile) {
    // While the view is loading, or is told of it.
    currentProfile.onDidChange(() => setImmediate(() => this.#prepare()));
  }

  readonly view = ({ message }: ViewRequest): ViewAnswer => {
    const shown = this.currentProfile.current;
    switch (message.type) {
      case 'ready':
        if (message.query) this.#draws(message.query);
        return { messages: shown ? [profileMessage(shown, undefined, message.query)] : [] };
      case 'choose':
        return { messages: shown ? [profileMessage(shown, message.processes ?? undefined)] : [] };
      case 'query':
        return this.#answer(message.requestId, ({ owner }) => {
          this.#draws(message.query);
          const tree = packTree(owner.part(message.query.processes).query(message.query));
          return { type: 'tree', requestId: message.requestId, tree };
        });
      case 'lines':
        return this.#answer(message.requestId, (of) => ({
          type: 'lines',
          requestId: message.requestId,
          ...hotLines(of, message.processes),
        }));
      case 'search':
        return this.#answer(message.requestId, ({ owner }) => {
          const part = owner.part(message.processes);
          const matches = part.search(message.visibility, message.text);
          return { type: 'matches', requestId: message.requestId, ...matches };
        });
      default:
        // The rest is for the host, which has the editor.
        return { messages: [] };
    }
  };

  #draws({ visibility, inverted }: FlameQuery): void {
    this.#drawn = { visibility, inverted };
  }

  #prepare(): void {
    this.currentProfile.current?.owner.query({ ...this.#drawn, minShare: 1 });
  }

  #answer(requestId: number, answer: (shown: ShownProfile) => ToView): ViewAnswer {
    const shown = this.currentProfile.current;
    if (!shown) return failed(requestId, 'No profile is shown any more: run again or open one.');
    try {
      return { messages: [answer(shown)] };
    } catch (error) {
      return failed(requestId, error instanceof Error ? error.message : String(error));
    }
  }
}

function failed(requestId: number, message: string): ViewAnswer {
  return { messages: [{ type: 'queryFailed', requestId, message }] };
}

function profileMessage(shown: ShownProfile, processes?: number[], first?: FlameQuery): ToView {
  const owner = shown.owner.part(processes);
  const { report } = owner;
  return {
    type: 'profile',
    report: {
      ...runPart(report),
      notes: report.notes.map(editorWords),
      failure: report.failure && {
        ...report.failure,
        message: editorWords(report.failure.message),
      },
    },
    ...(processes ? { processes } : {}),
    ...(first ? { tree: packTree(owner.query(first)) } : {}),
    ...owner.shares(),
    baseFolder: owner.baseFolder,
  };
}

function hotLines(shown: ShownProfile, processes?: number[]): HotLines {
  const owner = shown.owner.part(processes);
  return {
    lines: owner.report.lines,
    lineTexts: lineTexts(owner.report, shown.sourceOf),
    lineFunctions: processes ? owner.lineFunctions() : shown.lineFunctions,
  };
}

import {
  firstAnswer,
  firstPictureId,
  profileAnswer,
  type FirstPicture,
  type ProfileAnswer,
} from '../analysis/flame/firstPicture.ts';
import { FlameModel } from '../analysis/flame/flameModel.ts';
import { fromBase64 } from '../analysis/profile/profileBytes.ts';
import { profileFromJson } from '../analysis/profile/profileJson.ts';
import { fileBelow } from '../shared/filePaths.ts';
import { packTree } from '../shared/flamePack.ts';
import type { FlameQuery, FromView, ToView } from '../shared/flameWire.ts';
import { pageDataId, type PageData } from '../analysis/flame/pageData.ts';

/**
 * Owns the profile inside a saved page, where there is no editor: it defines `acquireVsCodeApi`, as
 * VS Code does for a webview, and answers from the profile in the page.
 */
class PageHost {
  #loading: Promise<Loaded> | null = null;
  #loaded: Loaded | null = null;

  readonly api = {
    postMessage: (message: FromView): void => {
      // Answered synchronously, so that a zoom draws only once.
      if (this.#loaded) this.#answer(message, this.#loaded);
      else if (!this.#isFirst(message)) void this.#answerLater(message);
    },
    getState: (): unknown => history.state,
    setState: (state: unknown): void => keeper.keep(state),
  };

  /** Whether the message asks for the picture that the page has ready; sends it if so. */
  #isFirst(message: FromView): boolean {
    const first = message.type === 'ready' && message.query && firstOf(message.query);
    if (first) this.#send(first);
    return Boolean(first);
  }

  async #answerLater(message: FromView): Promise<void> {
    try {
      this.#loading ??= load();
      this.#loaded = await this.#loading;
    } catch (error) {
      showInstead(`This page can't be shown. ${sentenceOf(error)}`);
      return;
    }
    this.#answer(message, this.#loaded);
  }

  #answer(message: FromView, { data, model }: Loaded): void {
    switch (message.type) {
      case 'ready':
      case 'choose': {
        const processes = message.type === 'choose' ? (message.processes ?? undefined) : undefined;
        const part = model?.part(processes) ?? null;
        const query = message.type === 'ready' ? message.query : undefined;
        const answer = profileAnswer(part, data.report, data.baseFolder, query);
        return this.#send({ ...answer, ...(processes ? { processes } : {}) });
      }
      case 'query':
        return this.#try(message.requestId, () => {
          const tree = packTree(modelOr(model).part(message.query.processes).query(message.query));
          return { type: 'tree', requestId: message.requestId, tree };
        });
      case 'lines':
        return this.#try(message.requestId, () => {
          const part = model?.part(message.processes);
          return {
            type: 'lines',
            requestId: message.requestId,
            lines: (part?.report ?? data.report).lines,
            lineTexts: data.lineTexts,
            lineFunctions: part?.lineFunctions() ?? {},
          };
        });
      case 'waits': {
        const picture = model?.profile.requests?.picture ?? null;
        return this.#send({ type: 'waits', requestId: message.requestId, picture });
      }
      case 'search':
        return this.#try(message.requestId, () => {
          const part = modelOr(model).part(message.processes);
          const matches = part.search(message.visibility, message.text);
          return { type: 'matches', requestId: message.requestId, ...matches };
        });
      case 'reveal':
        return showPlace(`${fileBelow(message.file, data.baseFolder)}:${message.line}`);
      case 'why':
      case 'open':
        // A saved page does not offer these.
        return;
      case 'save':
        // The page itself is the HTML, so its view does not offer to save the profile.
        if (message.kind === 'svg') download('flamegraph.svg', 'image/svg+xml', message.text);
        return;
      default:
        message satisfies never;
    }
  }

  #try(requestId: number, answer: () => ToView): void {
    let message: ToView;
    try {
      message = answer();
    } catch (error) {
      message = { type: 'queryFailed', requestId, message: sentenceOf(error) };
    }
    this.#send(message);
  }

  #send(message: ToView): void {
    window.dispatchEvent(new MessageEvent('message', { data: message satisfies ToView }));
  }
}

interface Loaded {
  data: PageData;
  model: FlameModel | null;
}

async function load(): Promise<Loaded> {
  const data = await readPageData();
  const profile = data.profile && profileFromJson(data.profile);
  const model = profile && new FlameModel(profile, data.report, data.baseFolder);
  return { data, model };
}

/** The answer that the page has ready; null if the query is another one. */
function firstOf(query: FlameQuery): ProfileAnswer | null {
  try {
    const first = JSON.parse(textOf(firstPictureId)) as FirstPicture;
    return firstAnswer(first, query);
  } catch {
    return null;
  }
}

function textOf(id: string): string {
  const template = document.getElementById(id);
  return template instanceof HTMLTemplateElement ? template.content.textContent : '';
}

/** Reads the rest of the page, which comes after the script. */
async function readPageData(): Promise<PageData> {
  if (document.readyState === 'loading') {
    await new Promise((read) => document.addEventListener('DOMContentLoaded', read));
  }
  const text = textOf(pageDataId);
  try {
    const bytes = fromBase64(text.trim());
    if (!bytes) throw new Error('It is not base64.');
    const json = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return (await new Response(json).json()) as PageData;
  } catch {
    throw new Error('Its compressed data is cut or garbled. Save the page again.');
  }
}

/**
 * Keeps the state of a view in the entry of the browser's history: it survives reloading and ends
 * with the tab. Writing it is slow, so it waits until a picture is painted.
 */
class StateKeeper {
  #due: { state: unknown } | null = null;

  constructor() {
    // In `pagehide`, Chromium accepts no state any more.
    addEventListener('beforeunload', () => this.#write());
  }

  keep(state: unknown): void {
    if (!this.#due) setTimeout(() => this.#write(), 100);
    this.#due = { state };
  }

  #write(): void {
    const due = this.#due;
    if (!due) return;
    this.#due = null;
    try {
      history.replaceState(due.state, '');
    } catch {
      // Some browsers refuse this to pages from files, or many times in a row. A reload then starts
      // fresh.
    }
  }
}

function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may still be reading when the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Shows the place of a line and offers to copy it, since there is no editor to open it in. */
function showPlace(place: string): void {
  const bar = document.getElementById('place') ?? makePlaceBar();
  bar.querySelector('code')!.textContent = place;
  bar.querySelector('button')!.textContent = 'Copy';
}

function makePlaceBar(): HTMLElement {
  const bar = document.createElement('div');
  bar.id = 'place';
  bar.setAttribute('role', 'status');
  const place = document.createElement('code');
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.addEventListener('click', () => {
    navigator.clipboard.writeText(place.textContent).then(
      () => (copy.textContent = 'Copied'),
      () => window.getSelection()?.selectAllChildren(place),
    );
  });
  bar.append(place, copy);
  document.body.append(bar);
  return bar;
}

function showInstead(sentence: string): void {
  const note = document.createElement('p');
  note.className = 'page-note';
  note.textContent = sentence;
  document.body.replaceChildren(note);
}

function modelOr(model: FlameModel | null): FlameModel {
  if (model) return model;
  throw new Error('This run has no samples.');
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const keeper = new StateKeeper();
const host = new PageHost();
Object.assign(globalThis, { acquireVsCodeApi: () => host.api });

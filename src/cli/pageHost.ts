import { FlameOwner } from '../analysis/flame/flameOwner.ts';
import { fromBase64 } from '../analysis/profile/profileBytes.ts';
import { profileFromJson } from '../analysis/profile/profileJson.ts';
import { fileBelow } from '../shared/flameMatch.ts';
import { packTree } from '../shared/flamePack.ts';
import type { FromView, ToView } from '../shared/flameWire.ts';
import { runPart } from '../shared/report.ts';
import { pageDataId, type PageData } from '../analysis/flame/pageData.ts';

/**
 * Plays the owner of the profile inside a saved page, where there is no editor: it defines
 * `acquireVsCodeApi`, as VS Code does for a webview, and answers from the profile in the page.
 */
class PageHost {
  readonly #loaded = this.#load();
  constructor() {
    // Said when the view asks, which may be after it is known.
    this.#loaded.catch(() => {});
  }

  readonly api = {
    postMessage: (message: FromView): void => void this.#answer(message),
    getState: (): unknown => history.state,
    setState: keepState,
  };

  async #load(): Promise<{ data: PageData; owner: FlameOwner | null }> {
    const data = await readPageData();
    const profile = data.profile && profileFromJson(data.profile);
    const owner = profile && new FlameOwner(profile, data.report, data.baseFolder);
    return { data, owner };
  }

  async #answer(message: FromView): Promise<void> {
    let loaded;
    try {
      loaded = await this.#loaded;
    } catch (error) {
      showInstead(`This page can't be shown. ${sentenceOf(error)}`);
      return;
    }
    const { data, owner } = loaded;
    switch (message.type) {
      case 'ready':
      case 'choose': {
        const processes = message.type === 'choose' ? (message.processes ?? undefined) : undefined;
        const part = owner?.part(processes);
        return this.#send({
          type: 'profile',
          report: runPart(part?.report ?? data.report),
          ...(part && message.type === 'ready' && message.query
            ? { tree: packTree(part.query(message.query)) }
            : {}),
          ...(processes ? { processes } : {}),
          ...(part?.shares() ?? noShares),
          baseFolder: data.baseFolder,
          isSavedPage: true,
        });
      }
      case 'query':
        return this.#try(message.requestId, () => {
          const tree = packTree(ownerOr(owner).part(message.query.processes).query(message.query));
          return { type: 'tree', requestId: message.requestId, tree };
        });
      case 'lines':
        return this.#try(message.requestId, () => {
          const part = owner?.part(message.processes);
          return {
            type: 'lines',
            requestId: message.requestId,
            lines: (part?.report ?? data.report).lines,
            lineTexts: data.lineTexts,
            lineFunctions: part?.lineFunctions() ?? {},
          };
        });
      case 'search':
        return this.#try(message.requestId, () => {
          const part = ownerOr(owner).part(message.processes);
          const matches = part.search(message.visibility, message.text);
          return { type: 'matches', requestId: message.requestId, ...matches };
        });
      case 'reveal':
        return showPlace(`${fileBelow(message.file, data.baseFolder)}:${message.line}`);
      case 'why':
      case 'open':
        // Not offered in a saved page.
        return;
      case 'save':
        // The page itself is the HTML: its view does not offer to save the profile.
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

async function readPageData(): Promise<PageData> {
  const template = document.getElementById(pageDataId);
  const text = template instanceof HTMLTemplateElement ? template.content.textContent : '';
  try {
    const bytes = fromBase64(text.trim());
    if (!bytes) throw new Error('It is not base64.');
    const json = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return (await new Response(json).json()) as PageData;
  } catch {
    throw new Error('Its compressed data is cut or garbled. Save the page again.');
  }
}

/** In the entry of the browser's history: it survives reloading and ends with the tab. */
function keepState(state: unknown): void {
  try {
    history.replaceState(state, '');
  } catch {
    // Some browsers refuse it to pages from files, or many times in a row: then a reload forgets.
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

/** There is no editor to show a line in: say where it is, and offer to copy that. */
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

function ownerOr(owner: FlameOwner | null): FlameOwner {
  if (owner) return owner;
  throw new Error('This run has no samples.');
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const noShares = {
  areaShares: { app: 0, deps: 0, core: 0, wasm: 0, v8: 0, native: 0, gc: 0 },
  packageShares: {},
};

const host = new PageHost();
Object.assign(globalThis, { acquireVsCodeApi: () => host.api });

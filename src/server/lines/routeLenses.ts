import type { CodeLens } from 'vscode-languageserver/node';
import { findRoutes, type FoundRoute } from '../../analysis/routes/findRoutes.ts';
import { formatShare } from '../../shared/format.ts';
import { routeCommands, type RouteTarget } from '../../shared/lspWire.ts';
import type { EditorFile, EditorFiles } from './editorFiles.ts';
import { pathOfUri } from '../fileUris.ts';
import { fileInNextProject } from './nextProject.ts';

/**
 * Above each route that a document adds: `Profile GET /invoices/:id`, with the share of the time that
 * its handler had in the run that is shown, and a second one to change what is requested.
 */
export class RouteLenses {
  /** By uri: a text is read once. */
  readonly #read = new Map<string, { version: number; routes: FoundRoute[] }>();

  constructor(private readonly files: EditorFiles) {
    files.onDidClose((uri) => this.#read.delete(uri));
  }

  /** @param others what stands there too: a handler that has its share in one needs no second */
  of(uri: string, others: readonly CodeLens[]): CodeLens[] {
    const told = new Set(others.map((lens) => lens.range.start.line));
    const routes = this.#routesOf(uri);
    const file = routes.length > 0 ? this.files.find(uri) : null;
    return routes.flatMap((route) => {
      const { method, path } = route;
      const at = { line: route.line - 1, character: 0 };
      const range = { start: at, end: at };
      const target: RouteTarget = { uri, method, path };
      const share = file && !told.has(at.line) ? shareOf(route, routes, file) : null;
      const title = `Profile ${method} ${path}`;
      return [
        {
          range,
          command: {
            title: share === null ? title : `${title} · ${formatShare(share)} of the time`,
            tooltip: 'Start the server and load this route',
            command: routeCommands.profile,
            arguments: [target],
          },
        },
        {
          range,
          command: {
            title: '$(edit)',
            tooltip: 'Change the path or the body of the request, and profile it',
            command: routeCommands.edit,
            arguments: [target],
          },
        },
      ];
    });
  }

  #routesOf(uri: string): FoundRoute[] {
    const path = pathOfUri(uri);
    const document = this.files.document(uri);
    if (path === null || !document) return [];
    const known = this.#read.get(uri);
    if (known?.version === document.version) return known.routes;
    const routes = findRoutes(document.getText(), path, fileInNextProject(path));
    this.#read.set(uri, { version: document.version, routes });
    return routes;
  }
}

/**
 * The share of the samples with the route's handler on the stack; null where it has none, where its
 * text is no longer what ran, and where it is not certain which function it is.
 */
function shareOf(
  { handler, line, endLine }: FoundRoute,
  routes: readonly FoundRoute[],
  file: EditorFile,
): number | null {
  const { shown, placed } = file;
  const shares = shown
    .functionsOf(file.file)
    .filter(({ name }) => name === handler || name.split('.').at(-1) === handler)
    .flatMap(({ line: ranLine, total, name }) => {
      const now = placed.lineNow(ranLine);
      if (now === null || placed.isStale(ranLine) || total === 0) return [];
      // A name that was given says the place: many functions can have the same.
      return name.includes(' ') && (now < line || now > endLine) ? [] : [{ now, total }];
    });
  const inside = shares.filter(({ now }) => now >= line && now <= endLine);
  if (inside.length > 0) return Math.max(...inside.map(({ total }) => total));
  // Whose time it is, where routes share a handler, is not known.
  const isShared = routes.filter((each) => each.handler === handler).length > 1;
  return shares.length === 1 && !isShared ? shares[0]!.total : null;
}

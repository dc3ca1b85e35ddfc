import type { CodeLens } from 'vscode-languageserver/node';
import { findRoutes, type FoundRoute } from '../../analysis/routes/findRoutes.ts';
import { routesOfRun } from '../../analysis/routes/routesOfRun.ts';
import { formatMicros, formatRoughMs, formatShare } from '../../shared/format.ts';
import type { RouteReport } from '../../shared/routes.ts';
import { routeCommands, type RouteTarget } from '../../shared/lspOptions.ts';
import type { EditorFile, EditorFiles } from './editorFiles.ts';
import { pathOfUri } from '../core/fileUris.ts';
import { fileInNextProject } from './nextProject.ts';

/**
 * Makes two lenses above each route that a document adds: `Profile GET /invoices/:id`, with its cost
 * in the shown run if that had several routes, else its handler's share of the time; and one to edit
 * the request.
 */
export class RouteLenses {
  /** Routes by uri, so that each text is read once. */
  readonly #read = new Map<string, { version: number; routes: FoundRoute[] }>();

  constructor(private readonly files: EditorFiles) {
    files.onDidClose((uri) => this.#read.delete(uri));
  }

  /**
   * @param others other lenses of the document; a route on the line of one needs no share of its
   * own
   */
  of(uri: string, others: readonly CodeLens[]): CodeLens[] {
    const told = new Set(others.map((lens) => lens.range.start.line));
    const routes = this.#routesOf(uri);
    const file = routes.length > 0 ? this.files.find(uri) : null;
    const ofRun = routesOfRun(routes, file?.shown.report.routes ?? []);
    return routes.flatMap((route, index) => {
      const { method, path } = route;
      const at = { line: route.line - 1, character: 0 };
      const range = { start: at, end: at };
      const target: RouteTarget = { uri, method, path };
      const share = file && !told.has(at.line) ? shareOf(route, routes, file) : null;
      const title = `Profile ${method} ${path}`;
      const cost =
        costText(ofRun[index]!) ?? (share === null ? null : `${formatShare(share)} of the time`);
      return [
        {
          range,
          command: {
            title: cost === null ? title : `${title} · ${cost}`,
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

/** The words of a run with several routes: `44.4 % of the time · 579 µs CPU, 22 ms a request`; null if it has none of them. */
function costText(routes: readonly RouteReport[]): string | null {
  if (routes.length === 0) return null;
  const sum = (of: (route: RouteReport) => number | null) =>
    routes.reduce((all, route) => all + (of(route) ?? NaN) * route.requests, 0);
  const requests = sum(() => 1);
  const share = routes.reduce((all, { cpuShare }) => all + cpuShare, 0);
  const micros = sum(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest) / requests;
  const ms = sum(({ meanMs }) => meanMs) / requests;
  const each = [
    ...(Number.isNaN(micros) ? [] : [`${formatMicros(micros)} CPU`]),
    ...(Number.isNaN(ms) ? [] : [formatRoughMs(ms)]),
  ];
  const cost = each.length > 0 ? ` · ${each.join(', ')} a request` : '';
  return `${formatShare(share)} of the time${cost}`;
}

/**
 * The share of the samples with the route's handler on the stack. Null if it has none, if its text
 * changed since the run, or if it is unclear which function it is.
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
      const now = placed.currentLine(ranLine);
      if (now === null || placed.isStale(ranLine) || total === 0) return [];
      // Descriptive names such as `map callback` are not unique, so their place must match.
      return name.includes(' ') && (now < line || now > endLine) ? [] : [{ now, total }];
    });
  const inside = shares.filter(({ now }) => now >= line && now <= endLine);
  if (inside.length > 0) return Math.max(...inside.map(({ total }) => total));
  // If routes share a handler, its time can't be assigned to one of them.
  const isShared = routes.filter((each) => each.handler === handler).length > 1;
  return shares.length === 1 && !isShared ? shares[0]!.total : null;
}

import type { SourceText } from '../text/callText.ts';
import type { RouteAt } from './routeAt.ts';

const methods = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
const exported = new RegExp(
  String.raw`\bexport\s+(?:(?:async\s+)?function\s*\*?\s*|(?:const|let|var)\s+)(${methods})\b`,
  'g',
);
const exportedList = new RegExp(String.raw`\bexport\s*\{[^}]*?\b(${methods})\b[^}]*\}`, 'g');
const byDefault =
  /\bexport\s+default\s+(?:(?:async\s+)?function\s*\*?\s*)?([\w$]*)|\bmodule\.exports\s*=/;

/**
 * Finds the handlers of a Next.js file, whose path follows from its place:
 * `app/api/orders/[id]/route.ts`, `pages/api/orders/[id].ts`.
 * @param file relative to the project's folder, with slashes
 */
export function nextRoutes(source: SourceText, file: string): RouteAt[] {
  const app = /^(?:src\/)?app\/(?:(.*)\/)?route\.[cm]?[jt]sx?$/.exec(file);
  if (app) return appRoutes(source, pathOf(app[1] ?? ''));
  const pages = /^(?:src\/)?pages\/(api(?:\/.*)?)\.[cm]?[jt]sx?$/.exec(file);
  return pages ? pageRoute(source, pathOf(pages[1]!.replace(/\/index$/, ''))) : [];
}

function appRoutes({ code }: SourceText, path: string): RouteAt[] {
  const found = [...code.matchAll(exported), ...code.matchAll(exportedList)];
  return found.map((match) => {
    const [all, method] = match;
    const at = match.index;
    return { method: method!, prefix: '', path, at, end: at + all.length, handler: method! };
  });
}

/** One handler answers all methods; its text shows which ones it knows. */
function pageRoute({ text, code }: SourceText, path: string): RouteAt[] {
  const found = byDefault.exec(code);
  if (!found) return [];
  const compared = [...text.matchAll(/(?:[!=]==?|case)\s*['"](GET|POST|PUT|PATCH|DELETE)['"]/g)];
  const known = compared.map(([, method]) => method!);
  const method = known.length === 0 || known.includes('GET') ? 'GET' : known[0]!;
  const at = found.index;
  return [{ method, prefix: '', path, at, end: at + found[0].length, handler: found[1] || null }];
}

/** Leaves out groups `(shop)` and slots `@modal`, which are not in URLs. */
function pathOf(folders: string): string {
  const parts = folders.split('/').filter((part) => !/^(?:\(.*\)|@.*|)$/.test(part));
  return `/${parts.join('/')}`;
}

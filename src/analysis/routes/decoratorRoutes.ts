import {
  partsOf,
  skipSpaceBack,
  wordBefore,
  type SourceText,
  type Span,
} from '../text/callText.ts';
import type { RouteAt } from './routeAt.ts';
import { literalText, literalTexts } from './literalText.ts';
import { closeOf, propertyOf } from './objectText.ts';

const decorators =
  /@(Controller|JsonController|Route|Get|Post|Put|Patch|Delete|Head|Options|All|get|post|put|patch|del|head|api)\s*\(/g;

/** Frameworks with controllers, whose prefix comes before the paths of their methods. */
const controllers = /['"](?:@nestjs\/common|routing-controllers|tsoa)['"]/;
const loopback = /['"]@loopback\/(?:rest|openapi-v3)['"]/;

/**
 * Finds the routes of NestJS, routing-controllers and tsoa, `@Controller('orders') … @Get(':id')`,
 * and of LoopBack 4, `@get('/orders/{id}')`, in files that import them.
 */
export function decoratorRoutes(source: SourceText): RouteAt[] {
  const { text, code } = source;
  const hasControllers = controllers.test(text);
  if (!hasControllers && !loopback.test(text)) return [];
  const routes: RouteAt[] = [];
  let prefix = '';
  for (const match of code.matchAll(decorators)) {
    const name = match[1]!;
    const open = match.index + match[0].length - 1;
    const close = closeOf(code, open);
    const [first] = partsOf(code, open, close);
    const isController = /^(?:Controller|JsonController|Route|api)$/.test(name);
    if (isController) prefix = first ? prefixOf(source, first) : '';
    else if (/^[A-Z]/.test(name) === hasControllers) {
      const path = first ? (pathOf(source, first) ?? '…') : '';
      const handler = methodAfter(code, close + 1);
      const method = name === 'del' ? 'DELETE' : name.toUpperCase();
      const end = handler?.end ?? close;
      routes.push({ method, prefix, path, at: match.index, end, handler: handler?.name ?? null });
    }
  }
  return routes;
}

function prefixOf(source: SourceText, span: Span): string {
  const property = propertyOf(source, span, 'path') ?? propertyOf(source, span, 'basePath');
  const isObject = source.code.slice(span.start, span.end).trim().startsWith('{');
  if (isObject && !property) return '';
  return pathOf(source, property ?? span) ?? '…';
}

/** Takes the first of several paths. */
function pathOf(source: SourceText, span: Span): string | null {
  return literalTexts(source, span)?.[0] ?? literalText(source, span);
}

function methodAfter(code: string, from: number): { name: string; end: number } | null {
  let at = from;
  for (;;) {
    const [skipped] = /^\s*(?:@[\w$.]+\s*)?/.exec(code.slice(at, at + 300)) ?? [''];
    const isDecorator = skipped.includes('@');
    at += skipped.length;
    if (!isDecorator) break;
    if (code[at] === '(') at = closeOf(code, at) + 1;
  }
  const open = code.indexOf('(', at);
  if (open < 0) return null;
  const { word, start } = wordBefore(code, skipSpaceBack(code, open));
  return word === '' || start < at ? null : { name: word, end: open };
}

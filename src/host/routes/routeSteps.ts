import * as vscode from 'vscode';
import type { RouteTarget } from '../../shared/lspOptions.ts';
import { urlProblem } from '../load/loadInput.ts';
import type { RouteRequest } from './routeMemory.ts';
import { filledPath, isWholePath, pathParameters } from './routePath.ts';

/**
 * Asks for what the source does not say of a request: a value for each path parameter, and the body
 * if the method has one. Null if the person gave up.
 * @param valueOf gives the initial value of a parameter's box
 */
export async function askRoute(
  route: RouteTarget,
  valueOf: (parameter: string) => string,
): Promise<{ request: RouteRequest; values: Record<string, string> } | null> {
  const values: Record<string, string> = {};
  let url: string | null;
  if (isWholePath(route.path)) {
    const given: string[] = [];
    for (const { name, isOptional } of pathParameters(route.path)) {
      const words = name === '' ? 'the part of the path that * stands for' : name;
      const value = await ask(route, {
        prompt: `Value of ${words}. It is remembered for this route`,
        placeHolder: isOptional ? 'May be left empty' : '17',
        value: valueOf(name),
        problem: (text) => (text.trim() === '' && !isOptional ? 'A value is needed' : null),
      });
      if (value === null) return null;
      given.push(value.trim());
      values[name] = value.trim();
    }
    url = filledPath(route.path, given);
  } else {
    url = await askPath(route, route.path);
  }
  if (url === null) return null;
  const body = await askBody(route, '{}');
  return body === null ? null : { request: { url, body }, values };
}

/** Asks for the whole path and the body, starting with those of the last request. Null if the person gave up. */
export async function askRouteAgain(
  route: RouteTarget,
  before: RouteRequest | null,
): Promise<RouteRequest | null> {
  const url = await askPath(route, before?.url ?? route.path);
  if (url === null) return null;
  const body = await askBody(route, before?.body ?? '{}');
  return body === null ? null : { url, body };
}

async function askPath(route: RouteTarget, before: string): Promise<string | null> {
  const open = /[:*…[{]/.exec(before)?.index;
  const path = await ask(route, {
    prompt: 'The path that is requested. It is remembered for this route',
    placeHolder: '/orders/17',
    value: before,
    selection: open === undefined || /^https?:/.test(before) ? null : [open, before.length],
    problem: (text) => urlProblem(text) ?? parameterProblem(text.trim(), route),
  });
  return path?.trim() ?? null;
}

/** Refuses a path in which a parameter of the route still stands for a value. */
function parameterProblem(path: string, route: RouteTarget): string | null {
  const [left] = route.path
    .split('/')
    .filter((part) => /[:*…[{]/.test(part))
    .filter((part) => path.split(/[/?]/).includes(part));
  return left === undefined ? null : `A value is needed in the place of ${left}`;
}

/** Empty, without asking, if the method has no body. */
async function askBody(route: RouteTarget, before: string): Promise<string | null> {
  if (!/^(?:POST|PUT|PATCH)$/.test(route.method)) return '';
  return ask(route, {
    prompt: 'Body of every request: JSON, text or nothing. It is remembered for this route',
    placeHolder: 'No body',
    value: before,
    problem: () => null,
  });
}

async function ask(
  { method, path }: RouteTarget,
  box: {
    prompt: string;
    placeHolder: string;
    value: string;
    selection?: [number, number] | null;
    problem: (text: string) => string | null;
  },
): Promise<string | null> {
  const text = await vscode.window.showInputBox({
    title: `Profile ${method} ${path}`,
    prompt: box.prompt,
    placeHolder: box.placeHolder,
    value: box.value,
    ...(box.selection ? { valueSelection: box.selection } : {}),
    ignoreFocusOut: true,
    validateInput: box.problem,
  });
  return text ?? null;
}

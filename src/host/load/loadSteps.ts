import * as vscode from 'vscode';
import type { ServerChoice } from '../../shared/failure.ts';
import type { ChosenServer, LoadOptions, LoadRequest } from '../../shared/runOptions.ts';
import { showList } from '../core/showList.ts';
import {
  bodyHeaders,
  connectionsProblem,
  durationProblem,
  httpMethods,
  urlProblem,
} from './loadInput.ts';

/** The person's answers on the load; settings have the rest. */
export interface LoadInput {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  connections: number;
  durationS: number;
  /** Additions from a scenario or a file of requests. */
  more?: Partial<LoadOptions>;
}

const title = 'Profile With Options';
const steps = 5;

/** Asks step by step; null if the person gave up. */
export async function askLoad(before: LoadInput): Promise<LoadInput | null> {
  const url = await askText(1, 'Path, or whole URL', before.url, urlProblem);
  if (url === null) return null;
  const method = await askMethod(before.method);
  if (method === null) return null;
  let body = '';
  if (method !== 'GET' && method !== 'HEAD') {
    const typed = await askText(3, 'Body of every request (may be empty)', before.body, () => null);
    if (typed === null) return null;
    body = typed;
  }
  const figures = await askFigures(before);
  return figures && { url: url.trim(), method, body, headers: bodyHeaders(body), ...figures };
}

/** Asks only for the figures, for requests that are known already. */
export async function askLoadOf(
  requests: LoadRequest[],
  before: LoadInput,
): Promise<LoadInput | null> {
  const figures = await askFigures(before);
  const { url, method, headers, body } = before;
  return figures && { url, method, headers, body, ...figures, more: { requests } };
}

async function askFigures(
  before: LoadInput,
): Promise<Pick<LoadInput, 'connections' | 'durationS'> | null> {
  const connections = await askText(
    4,
    'Connections at the same time',
    String(before.connections),
    connectionsProblem,
  );
  if (connections === null) return null;
  const duration = await askText(
    5,
    'Seconds of load that are measured',
    String(before.durationS),
    durationProblem,
  );
  if (duration === null) return null;
  return { connections: Number(connections), durationS: Number(duration) };
}

export async function askUrl(before: string): Promise<string | null> {
  const url = await vscode.window.showInputBox({
    title: 'Profile Server: URL',
    prompt: 'The path that is loaded, or a whole URL. It is remembered',
    placeHolder: '/orders/17',
    value: before,
    // Put the cursor after the slash, so that the path can be typed at once.
    valueSelection: before === '/' ? [1, 1] : [0, before.length],
    ignoreFocusOut: true,
    validateInput: urlProblem,
  });
  return url?.trim() ?? null;
}

/** Asks which of several servers to load; null if the person gave up. */
export async function pickServer(choices: readonly ServerChoice[]): Promise<ChosenServer | null> {
  const items = choices.map(({ url, says }, place) => ({
    label: `$(server) ${url}`,
    detail: says,
    server: { port: portOf(url), place, of: choices.length },
  }));
  const choice = await showList(items, {
    title: 'Profile Server: Server',
    placeHolder: 'Which one is to be loaded? It is remembered for this folder',
    matchOnDetail: true,
  });
  return choice?.server ?? null;
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

async function askText(
  step: number,
  prompt: string,
  value: string,
  problem: (text: string) => string | null,
): Promise<string | null> {
  const text = await vscode.window.showInputBox({
    title: `${title} (${step}/${steps})`,
    prompt,
    value,
    ignoreFocusOut: true,
    validateInput: problem,
  });
  return text ?? null;
}

async function askMethod(before: string): Promise<string | null> {
  const ordered = [before, ...httpMethods.filter((each) => each !== before)];
  const items = ordered.map((label) => ({ label }));
  const choice = await showList(items, {
    title: `${title} (2/${steps})`,
    placeHolder: 'HTTP method',
  });
  return choice?.label ?? null;
}

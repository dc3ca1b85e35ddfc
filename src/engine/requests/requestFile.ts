import { dirname, extname, resolve } from 'node:path';
import type { LoadRequest } from '../../shared/runOptions.ts';
import type { OfferedRequest } from '../../shared/scenario.ts';
import { exceeds } from '../files/boundedJson.ts';
import { readFileWithin, reasonOf } from '../files/regularFile.ts';
import { parseHar } from './harFile.ts';
import { httpEnvironment } from './httpEnvironment.ts';
import { parseHttpFile } from './httpFile.ts';
import type { SourceError } from './jsonSource.ts';
import { parseRequestsFile } from './loadRequests.ts';
import { parseOpenApi } from './openApi.ts';
import type { Environment } from './scenarioSource.ts';

export interface RequestFile {
  /** `list` is a JSON array of requests. */
  format: 'har' | 'http' | 'openapi' | 'list';
  requests: OfferedRequest[];
  problems: SourceError[];
}

export interface RequestFileSurroundings {
  environment: Environment;
  /** Names that setup requests capture for `{{name}}`. */
  captured: ReadonlySet<string>;
}

/** Reads a file of requests of any known format. Throws SourceError, or an Error with a sentence. */
export function readRequestFile(path: string, surroundings: RequestFileSurroundings): RequestFile {
  const text = readRequestText(path);
  const format = formatOf(path, text);
  switch (format) {
    case 'har':
      return { format, requests: parseHar(text).map((each) => offered(each)), problems: [] };
    case 'list':
      return {
        format,
        requests: parseRequestsFile(text).map((each) => offered(each)),
        problems: [],
      };
    case 'openapi':
      return {
        format,
        requests: parseOpenApi(text).map(({ id, label, summary, request }) => ({
          label,
          id,
          detail: detailOf(label, request, summary),
          picked: request.method === 'GET',
          request,
        })),
        problems: [],
      };
    case 'http': {
      const { requests, problems } = parseHttpFile(text, {
        ...surroundings,
        variables: httpEnvironment(dirname(path)),
        readBody: (name) => readText(resolve(dirname(path), name)),
      });
      const all = requests.map(({ name, request }) => offered(request, name));
      return { format, requests: all, problems };
    }
  }
}

/** Large enough for a browser's recording with its answers, or for a body. */
const maxBytes = 50_000_000;
/** Limits for the requests themselves; beyond them, reading would take minutes and gigabytes. */
const most = { bytes: maxBytes, objects: 1_000_000, values: 10_000_000 };
const mostLines = 500_000;
const mostYamlMarks = 1_000_000;

/** The text of a file of requests; throws an Error with a sentence. */
export function readRequestText(path: string): string {
  const text = readText(path);
  const isYaml = /\.ya?ml$/i.test(path);
  const isJson = isYaml ? /^\s*\{/.test(text) : /^\uFEFF?\s*[[{]/.test(text);
  const isTooMuch = isJson
    ? exceeds(Buffer.from(text), most)
    : isYaml
      ? countOf(text, '\n,:') > mostYamlMarks
      : countOf(text, '\n') > mostLines;
  if (!isTooMuch) return text;
  throw new Error(`${path} holds more than a file of requests can: leave some of them out.`);
}

function countOf(text: string, marks: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (marks.includes(text[at]!)) count++;
  return count;
}

/** The text of a file, such as a body; throws an Error with a sentence. */
export function readText(path: string, mostBytes = maxBytes): string {
  let bytes: Buffer;
  try {
    bytes = readFileWithin(path, mostBytes);
  } catch (error) {
    throw new Error(`${path} can't be read: ${reasonOf(error)}.`, { cause: error });
  }
  try {
    // The load sends text, so bytes that are not UTF-8 would reach the server changed.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${path} is not UTF-8 text.`, { cause: error });
  }
}

/** The format by the file's name, else by its content. */
function formatOf(path: string, text: string): RequestFile['format'] {
  switch (extname(path).toLowerCase()) {
    case '.har':
      return 'har';
    case '.http':
    case '.rest':
      return 'http';
    case '.yaml':
    case '.yml':
      return 'openapi';
  }
  if (/^\uFEFF?\s*\{/.test(text)) {
    // These keys may be at the end, since some tools sort them.
    if (/"(?:openapi|swagger)"\s*:\s*["\d]/.test(text)) return 'openapi';
    if (/"log"\s*:/.test(text)) return 'har';
  }
  return 'list';
}

function offered(request: LoadRequest, name: string | null = null): OfferedRequest {
  const line = `${request.method} ${request.path}`;
  const label = name ?? line;
  return { label, id: null, detail: detailOf(label, request), picked: true, request };
}

/** Shows what the label does not: the summary, the filled-in path, the start of the body. */
function detailOf(label: string, { method, path, body }: LoadRequest, summary = ''): string {
  const line = `${method} ${path}`;
  const start = body === undefined ? '' : body.replaceAll(/\s+/g, ' ').slice(0, 80);
  return [summary, line === label ? '' : line, start].filter((each) => each !== '').join(' · ');
}

import { parse } from 'yaml';
import type { LoadRequest } from '../../shared/runOptions.ts';
import { isHopByHop, isHttpHeader } from './httpHeader.ts';
import { SourceError } from './jsonSource.ts';
import { multipartForm } from './multipart.ts';
import { isObject, OpenApiExamples, type Json } from './openApiExample.ts';
import { encodedPath } from './requestPath.ts';

/** An operation of an OpenAPI document with its parameters filled in. */
export interface Operation {
  /** Null if the document gives no `operationId`. */
  id: string | null;
  /** As in the document: `GET /orders/{id}`. */
  label: string;
  summary: string;
  request: LoadRequest;
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const;

/**
 * Operations of an OpenAPI 3 or Swagger 2 document, in YAML or JSON, in its order. Parameters and
 * bodies take the document's examples and defaults, else a value of their schema's type; optional
 * parameters without an example are left out. So are hosts: all requests go to the target. Throws
 * SourceError.
 */
export function parseOpenApi(text: string): Operation[] {
  const document = readDocument(text);
  const isOpenApi3 = typeof document['openapi'] === 'string' && document['openapi'].startsWith('3');
  const isSwagger2 = String(document['swagger']).startsWith('2');
  if (!isOpenApi3 && !isSwagger2) {
    throw new SourceError('it is neither an OpenAPI 3 nor a Swagger 2 document.');
  }
  if (!isObject(document['paths'])) throw new SourceError('the document has no `paths`.');
  const prefix = isSwagger2 ? document['basePath'] : serverPath(document);
  const base = typeof prefix === 'string' ? prefix.replace(/\/+$/, '') : '';
  return Object.entries(document['paths']).flatMap(([path, value]) => {
    const examples = new OpenApiExamples(document);
    const item = examples.resolve(value);
    if (!path.startsWith('/')) return [];
    return methods
      .filter((method) => isObject(item[method]))
      .map((method) => readOperation(method, path, base, item, document));
  });
}

function readDocument(text: string): Json {
  let document: unknown;
  try {
    // JSON is YAML too, but this is a hundred times as fast.
    document = /^\s*\{/.test(text)
      ? JSON.parse(text)
      : parse(text, { logLevel: 'error', uniqueKeys: false });
  } catch (error) {
    const { linePos, message } = error as Error & { linePos?: { line: number; col: number }[] };
    const at = linePos?.[0];
    const words = message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');
    throw new SourceError(`it can't be read: ${words}.`, at?.line ?? null, at?.col ?? null);
  }
  if (!isObject(document)) throw new SourceError('it holds no document.');
  return document;
}

/** The path of the first server, with the defaults of its variables. */
function serverPath(document: Json): string {
  const servers = document['servers'];
  const server: unknown = Array.isArray(servers) ? servers[0] : null;
  if (!isObject(server) || typeof server['url'] !== 'string') return '';
  const variables = isObject(server['variables']) ? server['variables'] : {};
  const url = server['url'].replace(/\{([^}]*)\}/g, (whole, name: string) => {
    const variable = variables[name];
    const value = isObject(variable) ? variable['default'] : undefined;
    return typeof value === 'string' ? value : whole;
  });
  const path = url.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '');
  return path.startsWith('/') ? path : '';
}

interface Parameter {
  name: string;
  place: string;
  required: boolean;
  part: Json;
}

function readOperation(
  method: string,
  path: string,
  base: string,
  item: Json,
  document: Json,
): Operation {
  const examples = new OpenApiExamples(document);
  const operation = examples.resolve(item[method]);
  const parameters = parametersOf(item, operation, examples);
  const valueOf = ({ part }: Parameter) => examples.exampleOf(part);
  const filledPath = path.replace(/\{([^}]*)\}/g, (_whole, name: string) => {
    const parameter = parameters.find((each) => each.place === 'path' && each.name === name);
    return encodeURIComponent(words(parameter ? valueOf(parameter) : 1));
  });
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const parameter of parameters) {
    if (!parameter.required && !hasExample(parameter, examples)) continue;
    const value = valueOf(parameter);
    if (parameter.place === 'query') {
      for (const each of Array.isArray(value) ? value : [value]) {
        query.append(parameter.name, words(each));
      }
    }
    if (parameter.place === 'header' && isOwnHeader(parameter.name)) {
      const text = words(value).replaceAll(/[\r\n]/g, ' ');
      if (isHttpHeader(parameter.name, text)) headers[parameter.name] = text;
    }
  }
  const content = bodyOf(operation, parameters, document, examples);
  const search = query.toString();
  const { operationId, summary } = operation;
  return {
    id: typeof operationId === 'string' ? operationId : null,
    label: `${method.toUpperCase()} ${path}`,
    summary: typeof summary === 'string' ? summary : '',
    request: {
      method: method.toUpperCase(),
      path: encodedPath(base + filledPath + (search === '' ? '' : `?${search}`)),
      headers: content ? { 'content-type': content.type, ...headers } : headers,
      ...(content ? { body: content.body } : {}),
    },
  };
}

/** Parameters of the path and of the operation, which win. */
function parametersOf(item: Json, operation: Json, examples: OpenApiExamples): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const list of [item['parameters'], operation['parameters']]) {
    for (const each of Array.isArray(list) ? (list as unknown[]) : []) {
      const part = examples.resolve(each);
      const { name, in: place, required } = part;
      if (typeof name !== 'string' || typeof place !== 'string') continue;
      byKey.set(`${place} ${name}`, { name, place, required: required === true, part });
    }
  }
  return [...byKey.values()];
}

function hasExample({ part }: Parameter, examples: OpenApiExamples): boolean {
  const schema = examples.resolve(part['schema']);
  return [part, schema].some((each) => each['example'] !== undefined || isObject(each['examples']));
}

/** Leaves out headers that the load sets (the content) or the scenario (the login). */
function isOwnHeader(name: string): boolean {
  return !isHopByHop(name) && !/^(accept|content-type|authorization|cookie)$/i.test(name);
}

interface Content {
  type: string;
  body: string;
}

function bodyOf(
  operation: Json,
  parameters: Parameter[],
  document: Json,
  examples: OpenApiExamples,
): Content | null {
  const media = examples.resolve(operation['requestBody'])['content'];
  if (isObject(media)) {
    const types = Object.keys(media);
    const type = types.find((each) => /\bjson\b/.test(each)) ?? types.find(isForm) ?? types[0];
    if (type === undefined) return null;
    return contentOf(type, examples.exampleOf(media[type]), examples.filesOf(media[type]));
  }
  const consumes = operation['consumes'] ?? document['consumes'];
  const body = parameters.find(({ place }) => place === 'body');
  if (body) {
    const type: unknown = Array.isArray(consumes) ? consumes[0] : null;
    const value = examples.exampleOf(body.part);
    return contentOf(typeof type === 'string' ? type : 'application/json', value);
  }
  const fields = parameters.filter(({ place }) => place === 'formData');
  if (fields.length === 0) return null;
  const values = fields.map(({ name, part }) => [name, examples.exampleOf(part)] as const);
  const files = fields.filter(({ part }) => part['type'] === 'file').map(({ name }) => name);
  const types = Array.isArray(consumes) ? (consumes as unknown[]) : [];
  const isInParts =
    files.length > 0 || (types.length > 0 && types.every((each) => isMultipart(String(each))));
  return contentOf(
    isInParts ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
    Object.fromEntries(values),
    new Set(files),
  );
}

function isMultipart(type: string): boolean {
  return type.startsWith('multipart/form-data');
}

function isForm(type: string): boolean {
  return type.startsWith('application/x-www-form-urlencoded');
}

/** `files` names the fields that are files. */
function contentOf(type: string, value: unknown, files: ReadonlySet<string> = new Set()): Content {
  if (isObject(value) && (isForm(type) || isMultipart(type))) {
    const pairs = Object.entries(value).map(([name, each]): [string, string] => [
      name,
      words(each),
    ]);
    if (isForm(type)) return { type, body: new URLSearchParams(pairs).toString() };
    return multipartForm(
      pairs.map(([name, each]) => ({
        name,
        value: each,
        fileName: files.has(name) ? 'file.txt' : null,
        type: files.has(name) ? 'application/octet-stream' : null,
      })),
    );
  }
  return {
    type,
    body: typeof value === 'string' && !/json/.test(type) ? value : JSON.stringify(value),
  };
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

import type { LoadRequest, SetupRequest } from '../../shared/runOptions.ts';
import type { ScenarioFigures, ScenarioLaunch, ScenarioSummary } from '../../shared/scenario.ts';
import { isHttpHeader } from './httpHeader.ts';
import { isHttpMethod } from './httpMethod.ts';
import { parseJsonSource, type JsonValue } from './jsonSource.ts';
import { placeholdersIn } from './placeholders.ts';

/**
 * A scenario of a file, checked; the files that it names are not read yet. `${env:NAME}` in a path,
 * header or body stands for a variable of the environment, so that the file need not hold secrets.
 */
export interface ScenarioSource extends ScenarioSummary {
  url: string | null;
  headers: Record<string, string>;
  requests: RequestSource<LoadRequest>[];
  setup: RequestSource<SetupRequest>[];
  /** Files of requests, as named in the scenario. */
  har: FileName | null;
  http: FileName | null;
  openapi: FileName | null;
  /** The chosen operations of the OpenAPI document; null for those that only read. */
  operations: { name: string; at: JsonValue }[] | null;
  figures: Partial<ScenarioFigures>;
  captured: Set<string>;
  at: JsonValue;
}

export interface RequestSource<R extends LoadRequest> {
  request: R;
  /** The file with its body, if it is in one. */
  bodyFile: FileName | null;
}

export interface FileName {
  name: string;
  at: JsonValue;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function parseScenarios(text: string, environment: Environment): ScenarioSource[] {
  const root = parseJsonSource(text);
  const scenarios = root.fields('the file', ['scenarios']).get('scenarios');
  if (!scenarios) throw root.problem('“scenarios” is missing: an object of scenarios by name.');
  return scenarios
    .entries('“scenarios”')
    .map(([name, value]) => new ScenarioReader(environment).read(name, value));
}

const figureRanges = {
  connections: ['connections', 1, 10_000, true],
  duration: ['durationS', 1, 3600, false],
  warmup: ['warmupS', 0, 600, false],
  rate: ['rate', 1, 1_000_000, true],
  pipelining: ['pipelining', 1, 1000, true],
  timeout: ['timeoutS', 1, 3600, false],
} as const;

class ScenarioReader {
  readonly #captured = new Set<string>();

  constructor(private readonly environment: Environment) {}

  read(name: string, value: JsonValue): ScenarioSource {
    const figures = Object.keys(figureRanges) as (keyof typeof figureRanges)[];
    const fields = value.fields(`the scenario “${name}”`, [
      'description',
      'launch',
      'cwd',
      'env',
      'url',
      'headers',
      'setup',
      'requests',
      'har',
      'http',
      'openapi',
      'operations',
      ...figures,
    ]);
    const file = (field: 'har' | 'http' | 'openapi'): FileName | null => {
      const at = fields.get(field);
      return at ? { name: filled(at, `“${field}”`), at } : null;
    };
    // The setup is read first, since the requests use what it captures.
    const setup = (fields.get('setup')?.list('“setup”') ?? []).map((each) => this.#setup(each));
    const source: ScenarioSource = {
      name,
      description: fields.get('description')?.text('the description') ?? null,
      launch: readLaunch(fields, this.environment),
      url: fields.get('url')?.text('the URL') ?? null,
      headers: this.#headers(fields.get('headers')),
      setup,
      requests: (fields.get('requests')?.list('“requests”') ?? []).map((each) =>
        this.#request(each),
      ),
      har: file('har'),
      http: file('http'),
      openapi: file('openapi'),
      operations:
        fields
          .get('operations')
          ?.list('“operations”')
          .map((at) => ({ name: filled(at, 'an operation'), at })) ?? null,
      figures: {},
      captured: this.#captured,
      at: value,
    };
    for (const field of figures) {
      const [key, min, max, whole] = figureRanges[field];
      const given = fields.get(field);
      if (given) source.figures[key] = given.number(`“${field}”`, min, max, { whole });
    }
    const { requests, har, http, openapi } = source;
    if (requests.length === 0 && !har && !http && !openapi) {
      throw value.problem(
        `the scenario “${name}” sends nothing: give it requests, or a file of them in har, http or openapi.`,
      );
    }
    if (source.operations && !openapi) {
      throw value.problem('“operations” are of an OpenAPI document: name it in openapi.');
    }
    return source;
  }

  #setup(value: JsonValue): RequestSource<SetupRequest> {
    const fields = value.fields('a setup request', [...requestFields, 'capture']);
    const { request, bodyFile } = this.#requestOf(value, fields);
    const capture: Record<string, string> = {};
    for (const [name, at] of fields.get('capture')?.entries('“capture”') ?? []) {
      const pointer = at.text('a pointer');
      if (pointer !== '' && !pointer.startsWith('/')) {
        throw at.problem('a pointer into the JSON answer begins with a slash, as in /data/token.');
      }
      capture[name] = pointer;
    }
    for (const name of Object.keys(capture)) this.#captured.add(name);
    return { request: { ...request, capture }, bodyFile };
  }

  #request(value: JsonValue): RequestSource<LoadRequest> {
    const fields = value.fields('a request', [...requestFields, 'weight']);
    const { request, bodyFile } = this.#requestOf(value, fields);
    const weight = fields.get('weight')?.number('the weight', 1, 1000, { whole: true });
    return { request: weight === undefined ? request : { ...request, weight }, bodyFile };
  }

  #requestOf(
    value: JsonValue,
    fields: Fields<(typeof requestFields)[number]>,
  ): RequestSource<LoadRequest> {
    const path = fields.get('path');
    if (!path) throw value.problem('“path” is missing, for example "/orders".');
    const body = fields.get('body');
    const bodyFile = fields.get('bodyFile');
    if (body && bodyFile) throw bodyFile.problem('a request has a body or a bodyFile, not both.');
    const headers = this.#headers(fields.get('headers'));
    const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    const isJson = body !== undefined && !body.isText;
    const content =
      body === undefined
        ? undefined
        : isJson
          ? JSON.stringify(body.plain((text, at) => this.#substituted(text, at)))
          : this.#text(body, 'the body');
    return {
      request: {
        method: methodOf(fields.get('method'), body ?? bodyFile),
        path: this.#path(path),
        headers: isJson && !hasType ? { 'content-type': 'application/json', ...headers } : headers,
        ...(content === undefined ? {} : { body: content }),
      },
      bodyFile: bodyFile ? { name: filled(bodyFile, 'the body file'), at: bodyFile } : null,
    };
  }

  #path(at: JsonValue): string {
    const path = this.#text(at, 'the path');
    if (!path.startsWith('/')) {
      throw at.problem(
        'a path begins with a slash; all requests go to the server that is profiled.',
      );
    }
    return path;
  }

  #headers(value: JsonValue | undefined): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const [name, at] of value?.entries('“headers”') ?? []) {
      const text = this.#text(at, `the header ${name}`);
      // Don't quote the value: it may be a secret.
      if (!isHttpHeader(name, text)) throw at.problem(`${name} is not a header that HTTP allows.`);
      headers[name] = text;
    }
    return headers;
  }

  #text(at: JsonValue, what: string): string {
    return this.#substituted(at.text(what), at);
  }

  /** Fills in the environment. Throws if a placeholder that is left has no setup request to capture it. */
  #substituted(text: string, at: JsonValue): string {
    const unknown = placeholdersIn(text).find((name) => !this.#captured.has(name));
    if (unknown !== undefined) {
      throw at.problem(`{{${unknown}}} is not known: no setup request before captures it.`);
    }
    return withEnvironment(text, at, this.environment);
  }
}

interface Fields<Name extends string> {
  get(name: Name): JsonValue | undefined;
}

const requestFields = ['method', 'path', 'headers', 'body', 'bodyFile'] as const;

function methodOf(value: JsonValue | undefined, body: JsonValue | undefined): string {
  if (!value) return body ? 'POST' : 'GET';
  const method = value.text('the method').toUpperCase();
  if (isHttpMethod(method)) return method;
  throw value.problem('the method must be one of HTTP, such as GET, POST, PUT, PATCH or DELETE.');
}

function readLaunch(
  fields: Fields<'launch' | 'cwd' | 'env'>,
  environment: Environment,
): ScenarioLaunch | null {
  const launch = fields.get('launch');
  const cwd = fields.get('cwd');
  const env = fields.get('env');
  if (!launch || launch.isText) {
    const misplaced = cwd ?? env;
    if (misplaced) {
      throw misplaced.problem('“cwd” and “env” belong to a launch that is a list of words.');
    }
    return launch ? { kind: 'named', name: filled(launch, 'the launch') } : null;
  }
  const command = launch.list('the launch').map((word) => word.text('each word of the launch'));
  if (command.length === 0 || command[0] === '') {
    throw launch.problem('the launch has no words; it may be ["node", "server.js"].');
  }
  return {
    kind: 'command',
    command,
    cwd: cwd?.text('“cwd”') ?? '',
    env: Object.fromEntries(
      (env?.entries('“env”') ?? []).map(([name, at]) => [
        name,
        withEnvironment(at.text(`the variable ${name}`), at, environment),
      ]),
    ),
  };
}

function withEnvironment(text: string, at: JsonValue, environment: Environment): string {
  return text.replace(/\$\{env:([^}]*)\}/g, (_whole, name: string) => {
    const value = environment[name];
    if (value === undefined) throw at.problem(`the environment has no variable ${name}.`);
    return value;
  });
}

function filled(at: JsonValue, what: string): string {
  const text = at.text(what);
  if (text.trim() === '') throw at.problem(`${what} is empty.`);
  return text;
}

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { LoadRequest } from '../../shared/runOptions.ts';
import {
  scenarioFile,
  type FileProblem,
  type Scenario,
  type ScenarioLaunch,
  type ScenarioSummary,
} from '../../shared/scenario.ts';
import { withDefaults } from './httpHeader.ts';
import { SourceError } from './jsonSource.ts';
import { readRequestFile, readText, type RequestFile } from './requestFile.ts';
import { encodedAround, encodedPath } from './requestPath.ts';
import {
  parseScenarios,
  type Environment,
  type FileName,
  type RequestSource,
  type ScenarioSource,
} from './scenarioSource.ts';

const maxBytes = 1_000_000;

/** Carries a {@link FileProblem} through code that can only throw. */
export class ScenarioError extends Error {
  constructor(readonly problem: FileProblem) {
    super(problem.message);
    this.name = 'ScenarioError';
  }
}

/** The nearest folder from `start` upward with a scenario file; null without one. */
export function findScenarioFolder(start: string): string | null {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (existsSync(join(folder, scenarioFile))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

/** All scenarios of a folder's file, in its order. Throws ScenarioError. */
export function listScenarios(folder: string, environment: Environment): ScenarioSummary[] {
  return readSources(folder, environment).map((source) => ({
    name: source.name,
    description: source.description,
    launch: absoluteLaunch(source.launch, folder),
  }));
}

/**
 * The named scenario with all files that it names, relative to the folder. Null if the file has no
 * such scenario. Throws ScenarioError.
 */
export function readScenario(
  folder: string,
  name: string,
  environment: Environment,
): Scenario | null {
  const source = readSources(folder, environment).find((each) => each.name === name);
  if (!source) return null;
  return withPlace(folder, () => new ScenarioBuilder(folder, source, environment).build());
}

function readSources(folder: string, environment: Environment): ScenarioSource[] {
  return withPlace(folder, () =>
    parseScenarios(readText(join(folder, scenarioFile), maxBytes), environment),
  );
}

function withPlace<T>(folder: string, read: () => T): T {
  const file = join(folder, scenarioFile);
  try {
    return read();
  } catch (error) {
    if (error instanceof ScenarioError) throw error;
    const { line, column } = error instanceof SourceError ? error : { line: null, column: null };
    const message = error instanceof Error ? error.message : String(error);
    throw new ScenarioError({ file, line, column, message });
  }
}

function absoluteLaunch(launch: ScenarioLaunch | null, folder: string): ScenarioLaunch | null {
  if (launch?.kind !== 'command') return launch;
  return { ...launch, cwd: resolve(folder, launch.cwd) };
}

class ScenarioBuilder {
  constructor(
    private readonly folder: string,
    private readonly source: ScenarioSource,
    private readonly environment: Environment,
  ) {}

  build(): Scenario {
    const { source, folder } = this;
    const { har, http, openapi, headers } = source;
    const requests = [
      ...source.requests.map((each) => this.#withBody(each)),
      ...(har ? this.#fromFile(har, 'har') : []),
      ...(http ? this.#fromFile(http, 'http') : []),
      ...(openapi ? this.#operations(openapi) : []),
    ];
    return {
      name: source.name,
      launch: absoluteLaunch(source.launch, folder),
      load: {
        ...source.figures,
        ...(source.url === null ? {} : { url: source.url }),
        headers,
        requests: requests.map((each) => this.#finished(each, source.setup.length > 0)),
        setup: source.setup
          .map((each) => this.#withBody(each))
          .map((each) => ({ ...each, path: encodedAround(each.path) })),
      },
    };
  }

  #withBody<R extends LoadRequest>({ request, bodyFile }: RequestSource<R>): R {
    if (!bodyFile) return request;
    const body = this.#read(bodyFile, (path) => readText(path));
    return { ...request, body };
  }

  #fromFile(file: FileName, wanted: RequestFile['format']): LoadRequest[] {
    const { format, requests, problems } = this.#read(file, (path) =>
      readRequestFile(path, { environment: this.environment, captured: this.source.captured }),
    );
    if (format !== wanted) throw file.at.problem(`${file.name} is not a file for “${wanted}”.`);
    const [problem] = problems;
    if (problem) throw this.#inside(file, problem);
    if (requests.length === 0) throw file.at.problem(`${file.name} holds no requests.`);
    return requests.map(({ request }) => request);
  }

  /** The named operations (by `operationId` or as `GET /orders/{id}`), else those that only read. */
  #operations(file: FileName): LoadRequest[] {
    const { requests } = this.#read(file, (path) =>
      readRequestFile(path, { environment: this.environment, captured: this.source.captured }),
    );
    const { operations } = this.source;
    if (!operations) {
      const reading = requests.filter(({ picked }) => picked);
      if (reading.length > 0) return reading.map(({ request }) => request);
      throw file.at.problem(`${file.name} has no GET operation: name others in operations.`);
    }
    return operations.map(({ name, at }) => {
      const found = requests.find((each) => each.label === name || each.id === name);
      if (found) return found.request;
      const known = requests.slice(0, 5).map(({ label, id }) => id ?? label);
      throw at.problem(`${file.name} has no operation “${name}”; it has ${known.join(', ')}.`);
    });
  }

  /** Adds the scenario's headers and encodes the path. With setup requests, placeholders stay to be filled in. */
  #finished(request: LoadRequest, hasSetup: boolean): LoadRequest {
    return {
      ...request,
      path: hasSetup ? encodedAround(request.path) : encodedPath(request.path),
      headers: withDefaults(request.headers, this.source.headers),
    };
  }

  /** Reads a file that the scenario names; a problem with it is reported at the name. */
  #read<T>(file: FileName, read: (path: string) => T): T {
    try {
      return read(resolve(this.folder, file.name));
    } catch (error) {
      if (error instanceof SourceError) throw this.#inside(file, error);
      throw file.at.problem(error instanceof Error ? error.message : String(error));
    }
  }

  #inside(file: FileName, { line, column, message }: SourceError): Error {
    return new ScenarioError({ file: resolve(this.folder, file.name), line, column, message });
  }
}

/** The problem behind an error of this file's functions; rethrows any other error. */
export function problemOf(error: unknown): FileProblem {
  if (error instanceof ScenarioError) return error.problem;
  throw error;
}

import { join } from 'node:path';
import { readScripts } from '../../engine/files/packageJson.ts';
import { withDefaults } from '../../engine/requests/httpHeader.ts';
import {
  findScenarioFolder,
  listScenarios,
  readScenario,
  ScenarioError,
} from '../../engine/requests/scenarioFile.ts';
import type { LoadOptions, LoadRequest, RunOptions } from '../../shared/runOptions.ts';
import { problemText, scenarioFile, type Scenario } from '../../shared/scenario.ts';
import type { RunFlags } from './runProgram.ts';
import { UsageError } from './usageError.ts';

export interface FoundScenario {
  scenario: Scenario;
  folder: string;
}

/** Finds the scenario of `--scenario` from `cwd` upwards. Throws UsageError. */
export function readScenarioNamed(name: string, cwd: string): FoundScenario {
  const folder = findScenarioFolder(cwd);
  if (folder === null) {
    throw new UsageError(`--scenario ${name}: there is no ${scenarioFile} in ${cwd} or above`);
  }
  try {
    const scenario = readScenario(folder, name, process.env);
    if (scenario) return { scenario, folder };
    const names = listScenarios(folder, process.env).map((each) => each.name);
    throw new UsageError(
      `--scenario ${name}: ${join(folder, scenarioFile)} has no such scenario; it has ${names.join(', ') || 'none'}`,
    );
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    throw new UsageError(problemText(error.problem));
  }
}

export function checkCommand(command: readonly string[]): void {
  if (command.length > 0 && command[0] !== '') return;
  throw new UsageError('no command to profile; write it after --: hotframe run -- node server.js');
}

/** The command to start: that of the command line, else the scenario's. */
export function launchOf(
  command: string[],
  cwd: string,
  found: FoundScenario | null,
): Pick<RunOptions, 'command' | 'cwd' | 'env'> {
  if (!found || command.length > 0) {
    checkCommand(command);
    return { command, cwd, env: {} };
  }
  const { name, launch } = found.scenario;
  switch (launch?.kind) {
    case 'command':
      return { command: launch.command, cwd: launch.cwd, env: launch.env };
    case 'named': {
      const script = scriptNamed(launch.name, found.folder);
      if (script !== null) return { command: ['npm', 'run', script], cwd: found.folder, env: {} };
      throw new UsageError(
        `--scenario ${name}: its launch “${launch.name}” is no script of package.json, which is all that the terminal knows; write the command after --`,
      );
    }
    case undefined:
      throw new UsageError(
        `--scenario ${name}: it does not say what to launch; write the command after --`,
      );
  }
}

/** The script that `start`, `npm start` or `npm run start` names; null if there is none. */
function scriptNamed(name: string, folder: string): string | null {
  const script = name.replace(/^(npm|yarn|pnpm) (run )?/, '');
  return Object.hasOwn(readScripts(folder), script) ? script : null;
}

/**
 * The load of a scenario, with what the command line says instead. A request on the command line
 * (path, method, body, a file of requests) replaces the scenario's requests; its setup requests and
 * headers stay.
 */
export function scenarioLoad(
  { scenario }: FoundScenario,
  asked: LoadOptions,
  given: ReadonlySet<keyof RunFlags>,
): LoadOptions {
  const { load, name } = scenario;
  const isAddress = given.has('url') && /^https?:\/\/[^/]+\/?$/i.test(asked.url);
  const asksRequest = (given.has('url') && !isAddress) || given.has('method') || given.has('body');
  const pick = <T>(flag: keyof RunFlags, own: T, scenarios: T | undefined): T =>
    given.has(flag) ? own : (scenarios ?? own);
  const ownRequests = asked.requests.map((each) => underHeaders(each, load.headers));
  const requests =
    ownRequests.length > 0 || asksRequest
      ? ownRequests
      : load.requests.map((each) => withHeaders(each, asked.headers));
  const rate = asked.rate ?? load.rate;
  return {
    ...asked,
    url: pick('url', asked.url, load.url),
    headers: underHeaders(asked, load.headers).headers,
    requests,
    setup: load.setup.map((each) => withHeaders(each, asked.headers)),
    scenario: name,
    connections: pick('connections', asked.connections, load.connections),
    durationS: pick('duration', asked.durationS, load.durationS),
    warmupS: pick('warmup', asked.warmupS, load.warmupS),
    pipelining: pick('pipelining', asked.pipelining, load.pipelining),
    timeoutS: pick('timeout', asked.timeoutS, load.timeoutS),
    ...(rate === undefined ? {} : { rate }),
  };
}

/** `headers` win over the request's own. */
export function withHeaders<R extends Pick<LoadRequest, 'headers'>>(
  request: R,
  headers: Record<string, string>,
): R {
  return { ...request, headers: withDefaults(headers, request.headers) };
}

/** The request's own headers win over `headers`. */
function underHeaders<R extends Pick<LoadRequest, 'headers'>>(
  request: R,
  headers: Record<string, string>,
): R {
  return { ...request, headers: withDefaults(request.headers, headers) };
}

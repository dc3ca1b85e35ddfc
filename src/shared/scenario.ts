import { fileBelow } from './filePaths.ts';
import type { LoadOptions, LoadRequest, SetupRequest } from './runOptions.ts';

/**
 * `.vscode/hotframe.json` as plain data: named scenarios, each a way to start the server with the
 * requests that it is loaded with.
 */

/** Path of the file, from the folder that its paths are relative to. */
export const scenarioFile = '.vscode/hotframe.json';

/** The command of the server, which never runs in a shell. */
export type ScenarioLaunch =
  /** A script, a launch configuration or a file, by the name that a person sees. */
  | { kind: 'named'; name: string }
  | { kind: 'command'; command: string[]; cwd: string; env: Record<string, string> };

export interface Scenario {
  name: string;
  /** Null: the folder's last launch. */
  launch: ScenarioLaunch | null;
  load: ScenarioLoad;
}

/** The load of a scenario; missing values get the defaults of the run. */
export interface ScenarioLoad extends Partial<ScenarioFigures> {
  /** A whole URL, which chooses among the addresses that the server listens on. Another machine is confirmed elsewhere, never here. */
  url?: string;
  /** Headers of every request, which each request has already. */
  headers: Record<string, string>;
  /** Never empty. */
  requests: LoadRequest[];
  setup: SetupRequest[];
}

export type ScenarioFigures = Pick<
  LoadOptions,
  'connections' | 'durationS' | 'warmupS' | 'pipelining' | 'timeoutS'
> & { rate: number };

/** A scenario in a list, before the files that it names are read. */
export interface ScenarioSummary {
  name: string;
  /** Null if the file has none. */
  description: string | null;
  launch: ScenarioLaunch | null;
}

/** A sentence on a file, with the place in it where one is known. Lines and columns are 1-based. */
export interface FileProblem {
  file: string;
  line: number | null;
  column: number | null;
  message: string;
}

/** A request of a file, to choose from. */
export interface OfferedRequest {
  /** `GET /orders/{id}`, or the name that the file gives it. */
  label: string;
  /** The name of an OpenAPI operation; null without one. */
  id: string | null;
  /** Details of the request that the label lacks; may be empty. */
  detail: string;
  /** Whether it is chosen at first. */
  picked: boolean;
  request: LoadRequest;
}

/** `.vscode/hotframe.json, line 3, column 7: …`, with the file as it is called from `folder`. */
export function problemText({ file, line, column, message }: FileProblem, folder = ''): string {
  const place = line === null ? '' : `, line ${line}${column === null ? '' : `, column ${column}`}`;
  return `${fileBelow(file, folder)}${place}: ${message}`;
}

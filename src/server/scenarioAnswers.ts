import { SourceError } from '../engine/requests/jsonSource.ts';
import { readRequestFile } from '../engine/requests/requestFile.ts';
import { listScenarios, problemOf, readScenario } from '../engine/requests/scenarioFile.ts';
import type {
  RequestFileAnswer,
  RequestFileRequest,
  ScenarioAnswer,
  ScenarioRequest,
  ScenariosAnswer,
  ScenariosRequest,
} from '../shared/lspWire.ts';
import type { FileProblem } from '../shared/scenario.ts';

/** Answers on scenario files and files of requests; what is wrong with one is an answer too. */

export function answerScenarios({ folder }: ScenariosRequest): ScenariosAnswer {
  try {
    return { scenarios: listScenarios(folder, process.env), problem: null };
  } catch (error) {
    return { scenarios: [], problem: problemOf(error) };
  }
}

export function answerScenario({ folder, name }: ScenarioRequest): ScenarioAnswer {
  try {
    return { scenario: readScenario(folder, name, process.env), problem: null };
  } catch (error) {
    return { scenario: null, problem: problemOf(error) };
  }
}

export function answerRequestFile({ path }: RequestFileRequest): RequestFileAnswer {
  const problemAt = (error: unknown): FileProblem => {
    const { line, column } = error instanceof SourceError ? error : { line: null, column: null };
    const message = error instanceof Error ? error.message : String(error);
    return { file: path, line, column, message };
  };
  try {
    const surroundings = { environment: process.env, captured: new Set<string>() };
    const { requests, problems } = readRequestFile(path, surroundings);
    return { requests, problems: problems.map(problemAt) };
  } catch (error) {
    return { requests: [], problems: [problemAt(error)] };
  }
}

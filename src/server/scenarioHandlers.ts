import { SourceError } from '../engine/requests/jsonSource.ts';
import { readRequestFile } from '../engine/requests/requestFile.ts';
import { listScenarios, problemOf, readScenario } from '../engine/requests/scenarioFile.ts';
import type { AnswerOf, RequestOf } from '../shared/lspWire.ts';
import type { FileProblem } from '../shared/scenario.ts';

/** Answers requests about scenario and request files. Problems in a file are part of the answer. */

export function answerScenarios({ folder }: RequestOf<'scenarios'>): AnswerOf<'scenarios'> {
  try {
    return { scenarios: listScenarios(folder, process.env), problem: null };
  } catch (error) {
    return { scenarios: [], problem: problemOf(error) };
  }
}

export function answerScenario({ folder, name }: RequestOf<'scenario'>): AnswerOf<'scenario'> {
  try {
    return { scenario: readScenario(folder, name, process.env), problem: null };
  } catch (error) {
    return { scenario: null, problem: problemOf(error) };
  }
}

export function answerRequestFile({ path }: RequestOf<'requestFile'>): AnswerOf<'requestFile'> {
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

import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { TestFile } from './testFiles.ts';

/** A group that fails by itself, such as by a hook, has failed; else its tests are told alone. */
export type TestResult = 'passed' | 'failed' | 'skipped' | 'group';

export interface FileResult {
  file: Pick<TestFile, 'name'>;
  /** By the names from the outermost on, joined by ` › `; a file that ended early is one by itself. */
  results: Map<string, TestResult>;
  /** Why a test has failed, by the same names. */
  reasons: Map<string, string>;
  /** What was measured again, with the reason, once for each time. */
  repeats: string[];
  /** Wall time; of a file that shares its process, that of its tests. */
  seconds: number;
  /** What the file printed, for people. */
  output: string;
}

/** As node:test gives them, of the parts that are read here. */
interface RunEvent {
  type: string;
  data: {
    name: string;
    nesting: number;
    file?: string;
    message?: string;
    skip?: string | boolean;
    todo?: string | boolean;
    details?: { type?: string; duration_ms: number; error?: TestError };
  };
}

interface TestError {
  failureType?: string;
  message?: string;
  cause?: unknown;
}

/** How a test says that it measures again; see `measured` in test/shares/measured.ts. */
export const repeatMark = 'Measured again: ';

const maxMinutesPerFile = 10;
/** The summary shows so many lines of a reason, which is printed whole among the tests of its file. */
const maxReasonLines = 20;

/** Those with which this process runs TypeScript. Node's test runner hands its own on, and what it runs is compiled. */
export const loaderFlags = process.execArgv;
process.execArgv = ['--enable-source-maps'];

/** Runs one file, once, in a process of its own. Node 20's own `--test` takes no patterns and prints another end. */
export async function runTestFile(file: TestFile): Promise<FileResult> {
  const start = performance.now();
  const result = await resultOf(file, file.program, await eventsOf(file.program));
  return { ...result, seconds: (performance.now() - start) / 1000 };
}

/** Runs files one after the other in one process: to start one and load what all need takes longer than most tests. */
export async function runTogether(files: readonly TestFile[]): Promise<FileResult[]> {
  if (files.length < 2) return Promise.all(files.map(runTestFile));
  const path = files[0]!.program.replace(/\.test\.js$/, ' and others.test.js');
  writeFileSync(path, files.map((file) => `import ${JSON.stringify(file.program)};\n`).join(''));
  const rest = new Set(await eventsOf(path));
  const results = [];
  for (const file of files) {
    const places = [file.path, file.program];
    const own = [...rest].filter(({ data }) => places.includes(data.file ?? ''));
    for (const event of own) rest.delete(event);
    results.push(await resultOf(file, path, own));
  }
  // A file that can't be loaded, or that ends the process, is among those of which nothing was heard.
  const silent = results.filter((each) => each.results.size === 0).map(({ file }) => file.name);
  const others = await resultOf({ name: silent.join(', ') }, path, [...rest]);
  return [...others.results.values()].includes('failed') ? [...results, others] : results;
}

async function eventsOf(path: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const stream = run({ files: [path], concurrency: 1, timeout: maxMinutesPerFile * 60_000 });
  for await (const event of stream) events.push(event as RunEvent);
  return events;
}

/** @param path of the file that was run, whose own event is no test's */
async function resultOf(
  file: Pick<TestFile, 'name'>,
  path: string,
  events: RunEvent[],
): Promise<FileResult> {
  const results = new Map<string, TestResult>();
  const reasons = new Map<string, string>();
  const repeats: string[] = [];
  let seconds = 0;
  /** The names of the tests that are under way, by their depth. */
  const names: string[] = [];
  for (const { type, data } of events) {
    if (type === 'test:start') names[data.nesting] = data.name;
    if (type === 'test:diagnostic' && data.message?.startsWith(repeatMark)) {
      repeats.push(data.message.slice(repeatMark.length));
    }
    const result = resultOfEvent({ type, data });
    if (!result) continue;
    const isFile = data.name === path || data.name === relative(process.cwd(), path);
    let key = [file.name, ...(isFile ? [] : [...names.slice(0, data.nesting), data.name])].join(
      ' › ',
    );
    while (results.has(key)) key += ' again';
    results.set(key, result);
    if (result === 'failed') reasons.set(key, reasonOf(data.details?.error));
    if (data.nesting === 0) seconds += (data.details?.duration_ms ?? 0) / 1000;
  }
  let output = '';
  for await (const text of Readable.from(events).compose(new spec())) output += String(text);
  return {
    file,
    results,
    reasons,
    repeats,
    seconds,
    // Without the totals of each file: the last line of all has them together.
    output: output.replace(
      /^.*ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm,
      '',
    ),
  };
}

function reasonOf(error: TestError | undefined): string {
  const { cause } = error ?? {};
  const thrown = cause instanceof Error ? (cause.stack ?? cause.message) : error?.message;
  const lines = (thrown ?? '').split('\n').filter((line) => !/^\s+at .*\bnode:/.test(line));
  return lines.slice(0, maxReasonLines).join('\n');
}

function resultOfEvent({ type, data }: RunEvent): TestResult | null {
  const isSuite = data.details?.type === 'suite';
  if (type === 'test:pass') {
    if (isSuite) return 'group';
    return data.skip === undefined && data.todo === undefined ? 'passed' : 'skipped';
  }
  if (type !== 'test:fail') return null;
  if (data.details?.error?.failureType === 'subtestsFailed') return isSuite ? 'group' : 'passed';
  return data.todo === undefined ? 'failed' : 'skipped';
}

import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { TestFile } from './testFiles.ts';

/** A group that fails by itself, such as by a hook, has failed; else its tests are told alone. */
export type TestResult = 'passed' | 'failed' | 'skipped' | 'group';

export interface FileResult {
  file: TestFile;
  /** By the names from the outermost on, joined by ` › `; a file that ended early is one by itself. */
  results: Map<string, TestResult>;
  /** What was measured again, with the reason, once for each time. */
  repeats: string[];
  /** Wall time. */
  seconds: number;
  /** What the file printed, for people. */
  output: string;
}

interface TestEvent {
  name: string;
  nesting: number;
  file?: string;
}

/** How a test says that it measures again; see `measured` in test/shares/measured.ts. */
export const repeatMark = 'Measured again: ';

const maxMinutesPerFile = 10;

/** Runs one file, once, in a process of its own. Node 20's own `--test` takes no patterns and prints another end. */
export async function runTestFile(file: TestFile): Promise<FileResult> {
  const start = performance.now();
  const results = new Map<string, TestResult>();
  const repeats: string[] = [];
  // The file's process takes over this one's execArgv, and with it the TypeScript loader.
  const stream = run({ files: [file.path], concurrency: 1, timeout: maxMinutesPerFile * 60_000 });
  /** The names of the tests that are under way, by their depth. */
  const names: string[] = [];
  const add = ({ name, nesting }: TestEvent, result: TestResult) => {
    const isFile = name === file.path || name === relative(process.cwd(), file.path);
    const path = isFile ? [] : [...names.slice(0, nesting), name];
    let key = [file.name, ...path].join(' › ');
    while (results.has(key)) key += ' again';
    results.set(key, result);
  };
  stream.on('test:start', ({ name, nesting }) => (names[nesting] = name));
  stream.on('test:diagnostic', ({ message }) => {
    if (message.startsWith(repeatMark)) repeats.push(message.slice(repeatMark.length));
  });
  stream.on('test:pass', (event) => {
    if (event.details.type === 'suite') add(event, 'group');
    else add(event, event.skip === undefined && event.todo === undefined ? 'passed' : 'skipped');
  });
  stream.on('test:fail', (event) => {
    const { failureType } = event.details.error as { failureType?: string };
    if (failureType !== 'subtestsFailed')
      add(event, event.todo === undefined ? 'failed' : 'skipped');
    else add(event, event.details.type === 'suite' ? 'group' : 'passed');
  });
  let output = '';
  for await (const text of stream.compose(new spec())) output += String(text);
  return {
    file,
    results,
    repeats,
    seconds: (performance.now() - start) / 1000,
    // Without the totals of each file: the last line of all has them together.
    output: output.replace(
      /^.*ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm,
      '',
    ),
  };
}

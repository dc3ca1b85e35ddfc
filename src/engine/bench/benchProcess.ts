import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { decodeLogText } from '../../analysis/log/logText.ts';
import type { BenchDeopt } from '../../shared/bench.ts';
import type { BenchAnswer, BenchJob } from '../../shared/benchWire.ts';
import { isSamePath } from '../../shared/filePaths.ts';
import { withoutPreload } from '../launch/targetEnvironment.ts';
import { deepFlags } from '../processes/nodeCommand.ts';
import { runFolderVariable } from '../processes/processTree.ts';
import { artifactPath } from '../programs/artifacts.ts';
import { benchProblem } from './benchProblem.ts';
import { flagsOfUser } from './flagsOfUser.ts';

/** The Node.js of the server, with its own flags, folder and environment. */
export interface BenchNode {
  execPath: string;
  execArgv: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

const deadlineMs = 60_000;

/** Starts a process for one job, and waits for its answer. Throws BenchProblemError. */
export class BenchProcesses {
  #started = 0;

  constructor(
    private readonly node: BenchNode,
    private readonly folder: string,
    private readonly signal: AbortSignal,
  ) {}

  /** @param isDeep whether V8 also logs what it learns of shapes, which takes its time */
  async run(
    job: Omit<BenchJob, 'answerFile'>,
    isDeep = false,
  ): Promise<{ answer: BenchAnswer; deopts: BenchDeopt[]; log: string }> {
    const name = join(this.folder, `bench-${++this.#started}`);
    const jobFile = `${name}.json`;
    const answerFile = `${name}.answer`;
    const log = `${name}.log`;
    writeFileSync(jobFile, JSON.stringify({ ...job, answerFile }), { mode: 0o600 });
    const printed = await this.#start(jobFile, log, `${name}.traces`, isDeep);
    let answer: BenchAnswer;
    try {
      answer = JSON.parse(readFileSync(answerFile, 'utf8')) as BenchAnswer;
    } catch {
      throw benchProblem(
        'not-loaded',
        `The process that measures has ended early. ${printed}`.trim(),
      );
    }
    if (answer.type === 'failed') throw benchProblem('not-loaded', answer.message);
    return { answer, deopts: deoptsIn(log, job.sides[0]!.file), log };
  }

  /** Resolves with the end of what it printed on stderr. */
  #start(jobFile: string, log: string, traces: string, isDeep: boolean): Promise<string> {
    const { node, folder, signal } = this;
    signal.throwIfAborted();
    const preload = artifactPath('preload.cjs');
    const own = [
      '--allow-natives-syntax',
      '--expose-gc',
      '--log-deopt',
      ...(isDeep ? ['--prof', ...deepFlags] : []),
      '--no-logfile-per-isolate',
      `--logfile=${log.replaceAll('%', '%%')}`,
      // Up to Node.js 24, --log-deopt also prints.
      '--redirect-code-traces',
      `--redirect-code-traces-to=${traces}`,
    ];
    return new Promise((resolve, reject) => {
      const child = spawn(
        node.execPath,
        [...flagsOfUser(node.execArgv, preload), ...own, artifactPath('benchWorker.cjs'), jobFile],
        {
          cwd: node.cwd,
          env: { ...withoutPreload(node.env), [runFolderVariable]: folder },
          stdio: ['ignore', 'ignore', 'pipe'],
          // As of the load process: Ctrl-C is the engine's to answer.
          detached: process.platform !== 'win32',
          windowsHide: true,
          signal,
          killSignal: 'SIGKILL',
          timeout: deadlineMs,
        },
      );
      let printed = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-2_000);
      });
      child.on('error', (error) => {
        if (signal.aborted) reject(benchProblem('cancelled', 'Cancelled.'));
        else reject(benchProblem('not-loaded', `Node.js could not be started: ${error.message}`));
      });
      // A process that the module has started may hold the pipe longer.
      child.on('exit', (_, ended) => {
        child.stderr.destroy();
        const late =
          ended === 'SIGKILL'
            ? `It took longer than ${deadlineMs / 1000} s, so a call lasts too long to be repeated, or never ends. `
            : '';
        resolve(late + printed);
      });
    });
  }
}

/** `code-deopt,…,<file:line:column>…,reason`: deoptimizations at lines of a file. */
function deoptsIn(log: string, file: string): BenchDeopt[] {
  let text: string;
  try {
    text = readFileSync(log, 'utf8');
  } catch {
    return [];
  }
  const found = new Map<string, BenchDeopt>();
  for (const line of text.split('\n')) {
    if (!line.startsWith('code-deopt,')) continue;
    const [, place = '', at = '0'] = /<([^<>]*?)(?:\?hotframe=\d+)?:(\d+):\d+>/.exec(line) ?? [];
    const reason = line.slice(line.lastIndexOf(',') + 1).replace(/^"|"$/g, '');
    if (!isSamePath(pathIn(place), file)) continue;
    const key = `${at}\0${reason}`;
    const known = found.get(key) ?? { reason, line: Number(at), count: 0 };
    found.set(key, { ...known, count: known.count + 1 });
  }
  return [...found.values()];
}

/** The file of a place in V8's log, which escapes backslashes, and has the url of an ES module. */
function pathIn(place: string): string {
  const text = decodeLogText(Buffer.from(place));
  try {
    return text.startsWith('file:') ? fileURLToPath(text) : text;
  } catch {
    return text;
  }
}

/** A file that V8 has serialized; null if it is not there or not whole. */
export function readSerialized<T>(file: string): T | null {
  try {
    return deserialize(readFileSync(file)) as T;
  } catch {
    return null;
  }
}

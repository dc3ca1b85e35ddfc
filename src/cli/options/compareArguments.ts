import { resolve } from 'node:path';
import type { Area } from '../../shared/vocabulary.ts';
import type { CompareFlags } from './compareProgram.ts';
import { problemWithOutput } from './outputFile.ts';
import { filesOfSet } from './runSets.ts';
import { UsageError } from './usageError.ts';

/** Paths are absolute; `json` and `markdown` may be `-`. */
export interface CompareOptions {
  base: string[];
  head: string[];
  sameCode: string[];
  areas: Area[];
  /** Null if a regression is no failure. */
  failOnRegressionPercent: number | null;
  json: string | null;
  markdown: string | null;
}

export function checkCompare(flags: CompareFlags, operands: string[], cwd: string): CompareOptions {
  const [baseText, headText, third] = operands;
  if (baseText === undefined || headText === undefined) {
    throw new UsageError(
      'compare needs two sets of saved runs: hotframe compare base.cpuprofile head.cpuprofile',
    );
  }
  if (third !== undefined) {
    throw new UsageError(
      `'${third}' is one too many: of several files put commas between, or a pattern in quotes, as in 'base-*.cpuprofile'`,
    );
  }
  const base = filesOfSet('BASE', baseText, cwd);
  const head = filesOfSet('HEAD', headText, cwd);
  const both = head.find((file) => base.includes(file));
  if (both !== undefined) throw new UsageError(`${both} is in both BASE and HEAD`);
  const output = (option: string, file: string | undefined): string | null => {
    if (file === undefined || file === '-') return file ?? null;
    const path = resolve(cwd, file);
    const problem = problemWithOutput(path);
    if (problem) throw new UsageError(`${option} ${file}: cannot be written, ${problem}`);
    if ([...base, ...head].includes(path)) {
      throw new UsageError(`${option} ${file}: it is one of the runs to be compared`);
    }
    return path;
  };
  const json = output('--json', flags.json);
  const markdown = output('--markdown', flags.markdown);
  if (json !== null && json === markdown) {
    throw new UsageError('--json and --markdown name the same file');
  }
  return {
    base,
    head,
    sameCode: flags.sameCode === undefined ? [] : filesOfSet('--same-code', flags.sameCode, cwd),
    areas: flags.areas,
    failOnRegressionPercent: flags.failOnRegression ?? null,
    json,
    markdown,
  };
}

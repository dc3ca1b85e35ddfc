import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'node:test';
import type { MeasureReport } from '../../src/shared/measure.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { CliRun, workspaces } from './cliDriver.ts';

/** Real servers out of a real repository, measured by the built command. */

const made: GitRepository[] = [];

afterEach(() => {
  for (const repository of made.splice(0)) repository.remove();
});

const counted = readFileSync(join(workspaces, 'counted/server.js'), 'utf8');
export const serverWith = (turns: number) =>
  counted.replace('Number(process.env.TURNS)', String(turns));

/** Committed with 200 000 turns a request. */
export function repositoryOfServer(): GitRepository {
  return repositoryOf({ 'src/server.js': serverWith(200_000) });
}

/** Removed after the test. */
export function repositoryOf(files: Record<string, string>): GitRepository {
  const repository = new GitRepository(files);
  made.push(repository);
  return repository;
}

export const load = ['-c', '4', '-d', '1', '--warmup', '0.2', '--rate', '100'];
export const command = ['--', 'node', 'src/server.js'];

export async function measured(
  repository: GitRepository,
  words: string[],
  exitCode = 0,
  env: NodeJS.ProcessEnv = {},
): Promise<{ report: MeasureReport; stderr: string }> {
  const before = repository.state();
  const cli = new CliRun(['measure', ...load, '--json', '-', ...words], repository.folder, env);
  // Budgets end sooner; the last pair of runs on a busy machine takes longer.
  assert.equal(await cli.exit(200), exitCode, `${cli.stdout}\n${cli.stderr}`);
  await cli.leftNothing();
  assert.deepEqual(repository.state(), before, 'the repository is as it was');
  return { report: JSON.parse(cli.stdout) as MeasureReport, stderr: cli.stderr };
}

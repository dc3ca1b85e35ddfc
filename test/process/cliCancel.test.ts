import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { CliRun, workspaces } from './cliDriver.ts';

const server = ['--', 'node', 'server.js'];

test('ends cleanly on Ctrl-C while the server starts', async () => {
  const cli = new CliRun(['run', ...server], join(workspaces, 'never-listens'));
  await cli.said(/Launching/);
  cli.signalGroup('SIGINT');
  assert.equal(await cli.exit(), 130, cli.stderr);
  assert.equal(cli.stdout, '');
  await cli.leftNothing();
});

test('ends cleanly on Ctrl-C while it warms up', async () => {
  const cli = new CliRun(
    ['run', '--warmup', '60', '--rate', '20', ...server],
    join(workspaces, 'plain-cjs'),
  );
  await cli.said(/Warming up/);
  cli.signalGroup('SIGINT');
  assert.equal(await cli.exit(), 130, cli.stderr);
  await cli.leftNothing();
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`ends cleanly on ${signal} while it measures`, async () => {
    const argv = ['run', '--warmup', '0', '-d', '60', '--rate', '20', '--json', '-', ...server];
    const cli = new CliRun(argv, join(workspaces, 'plain-cjs'));
    await cli.said(/Measuring/);
    cli.signal(signal);
    assert.equal(await cli.exit(), 130, cli.stderr);
    const report = JSON.parse(cli.stdout) as { failure: { kind: string } };
    assert.equal(report.failure.kind, 'cancelled');
    await cli.leftNothing();
  });
}

test('ends cleanly on Ctrl-C with a server that ignores it', async () => {
  const argv = ['run', '--warmup', '0', '-d', '60', '--rate', '20', ...server];
  const cli = new CliRun(argv, join(workspaces, 'ignores-sigterm'));
  await cli.said(/Measuring/);
  cli.signalGroup('SIGINT');
  assert.equal(await cli.exit(), 130, cli.stderr);
  await cli.leftNothing();
});

test('ends at once on a second Ctrl-C and still leaves nothing', async () => {
  const argv = ['run', '--warmup', '0', '-d', '60', '--rate', '20', ...server];
  const cli = new CliRun(argv, join(workspaces, 'ignores-sigterm'));
  await cli.said(/Measuring/);
  cli.signalGroup('SIGINT');
  await cli.said(/Stopping/);
  cli.signalGroup('SIGINT');
  assert.equal(await cli.exit(), 130, cli.stderr);
  await cli.leftNothing();
});

test('leaves nothing when it is killed itself', async () => {
  const argv = ['run', '--warmup', '0', '-d', '60', '--rate', '20', ...server];
  const cli = new CliRun(argv, join(workspaces, 'plain-cjs'));
  await cli.said(/Measuring/);
  cli.signal('SIGKILL');
  assert.equal(await cli.exit(), 'SIGKILL');
  await cli.leftNothing();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { portsOf } from '../../src/engine/processes/listeningPorts.ts';
import { zooServer } from '../support/zoo.ts';
import { runsOn, startServer } from './attachTargets.ts';
import { CliRun } from './cliDriver.ts';
import { eventually } from './engineHarness.ts';
import { reserveInspectorPort } from '../support/inspectorPort.ts';

await reserveInspectorPort();

const { args, folder } = zooServer('plain-cjs');
const node = process.execPath;

test('profiles a process that runs, prints what is less exact, and lets it run on', async () => {
  await using server = await startServer(node, args, folder);
  const cli = new CliRun(
    ['attach', '--port', `${server.port}`, '-d', '1', '--warmup', '0.3', '--rate', '50'],
    folder,
  );
  assert.equal(await cli.exit(), 0, cli.stderr);
  assert.match(cli.stderr, new RegExp(`^Attaching to port ${server.port}\nWarming up`));
  assert.match(cli.stdout, /samples on CPU, one every 1 ms, less exact\n/);
  assert.match(cli.stdout, /commonPairs/);
  assert.match(cli.stdout, /Only the line at the top of the stack is known/);
  await runsOn(server);
  await cli.leftNothing();
});

test('samples without load, for scripts', async () => {
  await using server = await startServer(node, args, folder);
  const argv = ['attach', '--pid', `${server.pid}`, '--no-load', '-d', '1', '--json', '-'];
  const cli = new CliRun(argv, folder);
  assert.equal(await cli.exit(), 0, cli.stderr);
  const report = JSON.parse(cli.stdout) as { load: unknown; sampling: { sampler: string } };
  assert.equal(report.load, null);
  assert.equal(report.sampling.sampler, 'inspector');
  await runsOn(server);
  await cli.leftNothing();
});

test('fails in one sentence', async () => {
  const cli = new CliRun(['attach', '--port', '1'], folder);
  assert.equal(await cli.exit(), 1);
  assert.match(cli.stderr, /hotframe: No process of yours listens on port 1 [^\n]+\n$/);
  assert.equal(cli.stdout, '');
});

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`leaves the process as it was on ${signal}`, async () => {
    await using server = await startServer(node, args, folder);
    const cli = new CliRun(
      ['attach', '--pid', `${server.pid}`, '-d', '60', '--warmup', '0', '--rate', '20'],
      folder,
    );
    await cli.said(/Measuring/);
    // The window begins with a question; a Node.js whose client is killed before it has the answer may
    // crash (nodejs/node#34833, mended in 2026).
    if (signal === 'SIGKILL') await delay(500);
    cli.signal(signal);
    assert.equal(await cli.exit(), signal === 'SIGINT' ? 130 : 'SIGKILL', cli.stderr);
    await closed(server.pid);
    await runsOn(server);
    await cli.leftNothing();
  });
}

/** After a kill, the guard closes what was opened. */
async function closed(pid: number): Promise<void> {
  let ports = 2;
  const look = () => {
    void portsOf(pid).then((all) => (ports = all.length));
    return ports === 1;
  };
  await eventually('the inspector is closed', look);
}

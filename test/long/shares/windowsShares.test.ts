import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import type { Report } from '../../../src/shared/report.ts';
import { CliRun } from '../../process/cliDriver.ts';
import { measured } from '../../shares/measured.ts';
import { nodeBinary } from '../../support/nodeVersions.ts';
import {
  reportOf,
  windowsLines,
  windowsOr,
  windowsPath,
  type Windows,
  type WindowsLine,
} from '../../support/wine.ts';
import { readTruth, truthLines, zooServer } from '../../support/zoo.ts';

/**
 * As truth.test.ts on this system, so that both tell the same of the same server. Among the four lines
 * alone: what the system takes is Wine's, not that of Windows.
 */
describe('self is within 5 points of the truth on Windows', () => {
  for (const line of windowsLines()) {
    test(`on Node ${line}`, async (t) => {
      const windows = await windowsOr(t, line);
      if (!windows) return;
      await measured(
        t,
        () => profileTruth(windows),
        ({ told, truth }) => {
          const words = `told ${told.join(', ')}; true ${truth.join(', ')}`;
          t.diagnostic(words);
          assert.ok(
            told.every((share, at) => Math.abs(share - truth[at]!) <= 0.05),
            words,
          );
        },
        ({ report }) => [report],
      );
    });
  }
});

/**
 * The same work of one package, asked for by four lines in two files, so that their shares are those of
 * the counts, however V8 compiles the package. A request is long, since what sockets take is Wine's.
 */
const sameServer = {
  'node_modules/kernel/index.js': `
const words = 'the quick brown fox jumps over the lazy dog and runs'.split(' ');
module.exports = function kernel(turns, x) {
  for (let i = 0; i < turns * 600_000; i++) {
    x = (x * 0.75 + words[i % 11].length) / (x + 1.25);
  }
  return x;
};`,
  'server.js': `
const http = require('node:http');
const kernel = require('kernel');
const rest = require('./rest.js');
http.createServer((request, response) => {
  let x = kernel(8, 1.5); // 40 %
  x = kernel(6, x); // 30 %
  response.end(String(rest(x)));
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1');
setTimeout(() => process.exit(0), 300_000).unref();`,
  'rest.js': `
const kernel = require('kernel');
module.exports = (x) => {
  x = kernel(4, x); // 20 %
  return kernel(2, x); // 10 %
};`,
};

describe('hot lines have the same shares on Windows and here, within 5 points', () => {
  for (const line of windowsLines()) {
    test(`on Node ${line}`, async (t) => {
      const windows = await windowsOr(t, line);
      if (!windows) return;
      await measured(
        t,
        () => profileBoth(windows, line),
        ({ there, here }) => {
          const [told, expected] = [sharesByLine(there), sharesByLine(here)];
          const words = [...expected].map(
            ([place, self]) => `${place} ${rounded(self)} here, ${rounded(told.get(place) ?? 0)}`,
          );
          t.diagnostic(words.join('; '));
          assert.equal(expected.size, 4, words.join('; '));
          const isAlike = [...expected].every(
            ([place, self]) => Math.abs((told.get(place) ?? 0) - self) <= 0.05,
          );
          assert.ok(isAlike, words.join('; '));
        },
        ({ there, here }) => [there, here],
      );
    });
  }
});

async function profileBoth(
  windows: Windows,
  line: WindowsLine,
): Promise<{ there: Report; here: Report }> {
  const folder = mkdtempSync(join(tmpdir(), 'same-server-'));
  try {
    for (const [name, text] of Object.entries(sameServer)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const load = ['--warmup', '2', '-d', '8', '-c', '2', '--interval', '1000'];
    const words = ['run', '--json', '-', '--no-async', '--exact-lines', ...load];
    const command = ['--', 'node', 'server.js'];
    const run = windows.hotframe([...words, ...command], { cwd: folder });
    assert.equal(await run.exit(), 0, run.stderr);
    const cli = new CliRun([...words, '--node', await nodeBinary(line), ...command], folder);
    assert.equal(await cli.exit(), 0, cli.stderr);
    return { there: reportOf(run), here: JSON.parse(cli.stdout) as Report };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of the lines above a twentieth: `rest.js:4` → self. */
function sharesByLine({ lines }: Report): Map<string, number> {
  return new Map(
    lines
      .filter(({ self }) => self > 0.05)
      .map(({ file, line, self }) => [`${basename(file)}:${line}`, self] as const),
  );
}

async function profileTruth(
  windows: Windows,
): Promise<{ report: Report; told: number[]; truth: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  try {
    const truthFile = join(folder, 'truth.ndjson');
    const load = ['--warmup', '1', '-d', '8', '-c', '2', '--interval', '1000'];
    const run = windows.hotframe(['run', '--json', '-', ...load, '--', 'node', 'server.js'], {
      cwd: zooServer('truth').folder,
      env: { TRUTH_FILE: windowsPath(truthFile) },
    });
    assert.equal(await run.exit(), 0, run.stderr);
    const report = reportOf(run);
    const truth = Object.values(await readTruth(truthFile, 1));
    return { report, told: sharesOfSections(report), truth: truth.map(rounded) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sharesOfSections({ lines }: Report): number[] {
  const selfs = Object.values(truthLines()).map(
    ({ file, line }) => lines.find((each) => each.file === file && each.line === line)?.self ?? 0,
  );
  const sum = selfs.reduce((all, self) => all + self, 0);
  return selfs.map((self) => rounded(self / sum));
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { TestWorkspace } from './workspaceCopy.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';

const longCode = `  return orders.map((order) => ({ ...order, label: \`\${order.id} of \${order.customer}, \${order.total} in \${order.currency}\` }));`;

/** Line numbers below are those of the stacks. */
const texts: Record<string, string> = {
  'src/hot.js': `'use strict';

function slow(orders) {
  let text = '';
  for (const order of orders) text += describe(order);
  return text;
}

function fast(orders) {
${longCode}
}
`,
  'src/app.js': `const { slow, fast } = require('./hot.js');

function handle(orders) {
  slow(orders);
  fast(orders);
  late(orders);
  parse(orders);
  gone(orders);
  return orders.length;
}
`,
  'src/long.js': [
    ...Array.from({ length: 1498 }, (_, at) => `// ${at + 1}`),
    'function late(orders) {',
    '  return orders.toSorted();',
    '}',
    ...Array.from({ length: 500 }, (_, at) => `// ${at + 1502}`),
  ].join('\n'),
};

const deoptimizations = 8;

/** A folder `shop` with sources and a saved run of 1000 samples of them, and a folder `other` with a file of the same name. */
export class LinesWorkspace implements TestWorkspace {
  readonly #scratch = mkdtempSync(join(realpathSync(tmpdir()), 'vscode-lines-'));
  readonly shop = join(this.#scratch, 'shop');
  readonly other = join(this.#scratch, 'other');
  readonly path = this.shop;
  readonly profile = join(this.shop, 'run.cpuprofile');

  constructor() {
    for (const [file, text] of Object.entries(texts)) this.write(join(this.shop, file), text);
    this.write(join(this.other, 'src/hot.js'), texts['src/hot.js']!);
    this.write(this.profile, this.#savedRun());
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Settings of the folder `shop`, which VS Code reads again when they change. */
  writeSettings(settings: Record<string, unknown>): void {
    this.write(join(this.shop, '.vscode/settings.json'), JSON.stringify(settings));
  }

  /** A workspace of both folders, as files of the machine that `serverUrl` is of; gives its path. */
  writeBoth(serverUrl: string): string {
    const both = join(this.#scratch, 'both.code-workspace');
    const { host } = new URL(serverUrl);
    const folders = [this.shop, this.other].map((path) => ({
      uri: `vscode-remote://${host}${path}`,
    }));
    this.write(both, JSON.stringify({ folders }));
    return both;
  }

  [Symbol.dispose](): void {
    rmSync(this.#scratch, { recursive: true, force: true });
  }

  #savedRun(): string {
    const profile = profileFromStacks([
      [400, '*handle:4/src/app.js', '~slow:5/src/hot.js'],
      [250, '*handle:5/src/app.js', '*fast:10/src/hot.js'],
      [200, '*handle:6/src/app.js', '*late:1500/src/long.js'],
      [100, '*handle:7/src/app.js', '*parse:3@lib'],
      [30, '*handle:8/src/app.js', '*gone:2/src/gone.js'],
      [20, '*handle:9/src/app.js'],
    ]);
    for (const each of profile.functions) each.file = each.file.replace(/^\/app/, this.shop);
    startsAt(profile, 'handle', 3);
    startsAt(profile, 'slow', 3);
    const fast = startsAt(profile, 'fast', 9);
    startsAt(profile, 'late', 1499);
    for (const [file, text] of Object.entries(texts)) {
      profile.sources.set(join(this.shop, file), text);
    }
    profile.deopts = Array.from({ length: deoptimizations }, (_, at) => ({
      timeMicros: ((at + 0.5) * profile.windowMs * 1000) / deoptimizations,
      function: fast,
      siteFunction: fast,
      file: join(this.shop, 'src/hot.js'),
      line: 10,
      column: 3,
      kind: 'deopt-eager',
      reason: 'wrong map',
    }));
    const report = reportOf(profile);
    if (report.target) report.target.cwd = this.shop;
    return saveRun(profile, report);
  }
}

/** Gives the function's index. */
function startsAt(profile: Profile, name: string, line: number): number {
  const index = profile.functions.findIndex((each) => each.name === name);
  const found = profile.functions[index];
  assert.ok(found, name);
  Object.assign(found, { line, column: 1 });
  return index;
}

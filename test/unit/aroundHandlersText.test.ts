import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aroundHandlersText } from '../../src/shared/aroundHandlersText.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import type { UnattributedReport } from '../../src/shared/report.ts';
import type { Area } from '../../src/shared/vocabulary.ts';
import { littleVisibleText, nothingVisibleText } from '../../webview/flame/emptyText.ts';
import { awaitProfile } from '../support/awaitRun.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { withoutAwaits } from '../../src/analysis/awaits/withoutAwaits.ts';

const { load, sampling } = reportOf(profileFromStacks([[1, 'x:1']]));

function entry(area: Area, self: number, more: Partial<UnattributedReport> = {}) {
  return { name: 'f', area, package: '', self, ...more };
}

function textOf(unattributed: UnattributedReport[], hasLoad = true): string {
  const unattributedShare = unattributed.reduce((sum, { self }) => sum + self, 0);
  const report = {
    unattributed,
    sampling: { ...sampling!, unattributedShare, cpuMicrosPerRequest: 200 },
    load: hasLoad ? load : null,
  };
  return aroundHandlersText(report);
}

test('adds up packages, and the modules of Node.js that answer HTTP', () => {
  const text = textOf([
    entry('deps', 0.4, { package: '@hapi/hapi' }),
    entry('deps', 0.24, { package: '@hapi/hapi' }),
    entry('core', 0.1, { file: 'node:_http_server' }),
    entry('core', 0.1, { file: 'node:internal/streams/writable' }),
    entry('core', 0.1, { file: 'node:net' }),
    entry('core', 0.03, { file: 'node:internal/timers' }),
  ]);
  assert.equal(
    text,
    'Around your handlers: @hapi/hapi 64.0 %, Node.js HTTP 30.0 %, Node.js core 3.0 %. ' +
      'A request takes 194 µs of CPU time there, which counts for no line of yours.',
  );
});

test('counts what a package calls of Node.js for the package, but for HTTP', () => {
  const text = textOf([
    entry('core', 0.3, { file: 'node:internal/crypto/keys', caller: 'jsonwebtoken' }),
    entry('core', 0.1, { file: 'node:net', caller: 'express' }),
    entry('core', 0.1, { file: 'node:internal/timers' }),
    entry('deps', 0.1, { package: 'jsonwebtoken' }),
  ]);
  assert.match(text, /: jsonwebtoken 40\.0 %, Node\.js HTTP 10\.0 %, Node\.js core 10\.0 %\./);
});

test('says Node.js core where an older run does not name the module', () => {
  assert.match(textOf([entry('core', 0.3)]), /: Node\.js core 30\.0 %\./);
});

test('sums up what is little, and says nothing of what is nothing', () => {
  const packages = ['a', 'b', 'c', 'd', 'e'].map((name, at) =>
    entry('deps', 0.1 - at * 0.01, { package: name }),
  );
  assert.match(textOf(packages), /: a 10\.0 %, b 9\.0 %, c 8\.0 %, d 7\.0 %, others 6\.0 %\./);
  assert.equal(textOf([]), '');
  assert.equal(textOf([entry('gc', 0.001)]), '');
});

test('does not speak of handlers where nothing was loaded', () => {
  assert.match(textOf([entry('native', 0.2)], false), /^Around your code: native code 20\.0 %\./);
});

test('is told of what the samples are, with and without what lines caused by their awaits', () => {
  const around = (profile: Parameters<typeof reportOf>[0]) => aroundHandlersText(reportOf(profile));
  const profile = awaitProfile();
  assert.match(around(profile), /: Node\.js HTTP 20\.0 %\. /);
  assert.match(around(withoutAwaits(profile)), /: driver 60\.0 %, Node\.js HTTP 20\.0 %\. /);
});

function rootWith(own: number): FlameNode {
  const node = { functionId: 3, samples: own, children: [], elided: 0 };
  const children = [...(own > 0 ? [node] : []), { ...node, functionId: -1, samples: 100 - own }];
  return { functionId: -1, samples: 100, children, elided: 0 } as unknown as FlameNode;
}

const around = 'Around your handlers: hapi 64.0 %.';
const app = { areas: ['app' as const], packages: [] };

test('a flamegraph without a frame of the user says what ran instead, and how to see it', () => {
  assert.equal(
    nothingVisibleText(rootWith(0), app, around),
    `No frame of app was on the stack. ${around} To see into it, turn on deps (packages) or core (Node.js) above.`,
  );
  assert.match(nothingVisibleText(rootWith(0), app, '')!, /Turn on another area above\.$/);
  assert.equal(nothingVisibleText(rootWith(3), app, around), null);
});

test('a flamegraph that says little says how to see more, and others do not', () => {
  const words = littleVisibleText(rootWith(3), around)!;
  assert.match(words, /^Your own code was on the stack for 3\.0 %\. Around .* turn on deps/);
  assert.equal(littleVisibleText(rootWith(5), around), null);
  assert.equal(littleVisibleText(rootWith(3), ''), null);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadLimit } from '../../src/engine/load/loadLimit.ts';
import { commandNotFound, targetDied } from '../../src/shared/launchFailures.ts';
import type { LoadDone } from '../../src/shared/loadWire.ts';
import {
  editorSentence,
  editorText,
  sentence,
  terminalText,
  worded,
  type Wording,
} from '../../src/shared/wording.ts';

describe('a wording', () => {
  test('is text alone where both audiences read the same', () => {
    assert.equal(worded`${1} of ${'2'}`, '1 of 2');
    assert.equal('wording' in commandNotFound('a', '/b'), false);
  });

  test('has the remedy as data, and may hold another wording', () => {
    const inner = worded`a; ${{ kind: 'confirm-host', host: 'h' }}`;
    const wording = worded`Before: ${inner}.`;
    assert.deepEqual(wording, ['Before: a; ', { kind: 'confirm-host', host: 'h' }, '.']);
    assert.equal(terminalText(wording), 'Before: a; say so with --confirm-host h.');
  });

  test('is plain text, wherever it comes from', () => {
    const quoted = worded`\u001b[31m${'\u001b[1mred'}${{ kind: 'output', text: '\u001b[0mx' }}`;
    assert.deepEqual(quoted, ['red', { kind: 'output', text: 'x' }]);
  });

  test('keeps whole quotes in the editor where they are not shortened', () => {
    const died = targetDied({ code: 1, signal: null }, 'one\nError: two\nthree');
    assert.equal(editorText(died), died.message);
  });
});

describe('a warning or note that names an option', () => {
  const inEditor = (wording: Wording) => {
    const told = sentence(wording);
    return editorSentence(told.message, [told]);
  };
  const limit = (made: { connections: number; rate: number | null }) =>
    loadLimit(
      {
        ...{ startedNs: '0', endedNs: '10000000000', requests: 1000, clientCpuShare: 0.9 },
        latencyMs: { mean: 1 },
      } as LoadDone,
      { ...made, cpu: null },
      0.5,
    )!;

  test('has it in the terminal alone', () => {
    const limited = limit({ connections: 10, rate: null });
    assert.match(
      terminalText(limited),
      /connection \(-c 10\) sends .* More connections \(-c 50\) may/,
    );
    assert.match(
      inEditor(limited),
      /connection sends .* More connections may give it more to do\./,
    );
    const kept = limit({ connections: 10, rate: 100 });
    assert.match(terminalText(kept), /asked for \(--rate\), and/);
    assert.match(inEditor(kept), /asked for, and/);
    const place = (url: string | null) => worded`It went to a${{ kind: 'load-another', url }}.`;
    assert.equal(terminalText(place(null)), 'It went to a (--url chooses another).');
    assert.equal(
      terminalText(place('http://b/')),
      'It went to a (--url http://b/ chooses another).',
    );
    assert.equal(inEditor(place('http://b/')), 'It went to a.');
  });
});

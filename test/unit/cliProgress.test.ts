import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProgressReporter } from '../../src/cli/progressReporter.ts';
import { TerminalOutput } from '../../src/cli/terminal/terminalOutput.ts';
import type { LoadProgress } from '../../src/shared/loadWire.ts';

class FakeStream {
  text = '';
  constructor(
    readonly isTTY: boolean,
    readonly columns = 100,
  ) {}
  write(text: string): void {
    this.text += text;
  }
  /** What a terminal shows: `\r` and erase-line carried out. */
  get screen(): string[] {
    return this.text.split('\n').map((line) => line.split('\r\u001b[K').at(-1) ?? '');
  }
}

let clockMs = 0;

function reporter(stream: FakeStream, showOutput = false): ProgressReporter {
  clockMs = 0;
  return new ProgressReporter(new TerminalOutput(stream), ['node', 'server.js'], {
    showOutput,
    now: () => clockMs,
  });
}

function progress(elapsedMs: number, changes: Partial<LoadProgress> = {}): LoadProgress {
  const figures = { requests: 100, bytes: 0, reqPerS: 4123, latencyMs: 2.4, errors: 0, non2xx: 0 };
  return { type: 'progress', elapsedMs, ...figures, ...changes };
}

test('writes over one line on a terminal', () => {
  const stream = new FakeStream(true);
  const shown = reporter(stream);
  shown.onState({ phase: 'launching' });
  assert.deepEqual(stream.screen, ['Launching node server.js']);
  clockMs = 312;
  shown.onState({ phase: 'warming', durationS: 2 });
  shown.onState({ phase: 'measuring', durationS: 10 });
  shown.onProgress(progress(5000, { errors: 2, non2xx: 3 }));
  assert.deepEqual(stream.screen, [
    'Listening after 312 ms',
    'Measuring   ██████████░░░░░░░░░░  5/10 s    4\u202f123 req/s  2.40 ms  2 errors  3 not 2xx',
  ]);
  shown.onState({ phase: 'stopping', failure: null });
  shown.onState({ phase: 'done' });
  shown.end();
  assert.deepEqual(stream.screen, ['Listening after 312 ms', '']);
});

test('says that it waits for a server that is slow to listen, and for how long', () => {
  const launching = (isTerminal: boolean) => {
    const stream = new FakeStream(isTerminal);
    const shown = reporter(stream);
    shown.onState({ phase: 'launching' });
    for (let second = 1; second <= 25; second++) {
      clockMs = second * 1000;
      shown.tick();
    }
    const { screen } = stream;
    shown.end();
    return screen;
  };
  assert.deepEqual(launching(true), ['Waiting for a port to open, 25 s: node server.js']);
  assert.deepEqual(launching(false), [
    'Launching node server.js',
    'Waiting for a port to open, 10 s: node server.js',
    'Waiting for a port to open, 20 s: node server.js',
    '',
  ]);
});

test('says what a wrapper starts, and counts from the launch of that', () => {
  const stream = new FakeStream(true);
  const shown = reporter(stream);
  shown.onState({ phase: 'launching' });
  clockMs += 900;
  shown.onState({ phase: 'launching', found: 'node dist/main.js' });
  assert.deepEqual(stream.screen, ['Launching node dist/main.js, which it starts']);
  clockMs += 250;
  shown.onState({ phase: 'measuring', durationS: 10 });
  assert.equal(stream.screen[0], 'Listening after 250 ms');
  shown.end();
});

test('writes one line a second where there is no terminal', () => {
  const stream = new FakeStream(false);
  const shown = reporter(stream);
  shown.onState({ phase: 'launching' });
  clockMs = 300;
  shown.onState({ phase: 'measuring', durationS: 10 });
  for (let elapsedMs = 100; elapsedMs <= 2100; elapsedMs += 100) {
    clockMs = 300 + elapsedMs;
    shown.onProgress(progress(elapsedMs));
  }
  shown.onState({ phase: 'stopping', failure: null });
  shown.end();
  assert.deepEqual(stream.text.split('\n'), [
    'Launching node server.js',
    'Listening after 300 ms',
    'Measuring for 10 s',
    'Measuring    1/10 s    4\u202f123 req/s  2.40 ms  no errors',
    'Measuring    2/10 s    4\u202f123 req/s  2.40 ms  no errors',
    'Stopping',
    '',
  ]);
});

test('cuts the line so that a narrow terminal does not wrap it', () => {
  const stream = new FakeStream(true, 40);
  const shown = reporter(stream);
  shown.onState({ phase: 'measuring', durationS: 10 });
  shown.onProgress(progress(5000));
  assert.ok((stream.screen[0] ?? '').length < 40);
});

test("shows the target's output only when asked, and between the lines of its own", () => {
  const quiet = new FakeStream(true);
  reporter(quiet).onOutput('hello\n');
  assert.equal(quiet.text, '');

  const stream = new FakeStream(true);
  const shown = reporter(stream, true);
  shown.onState({ phase: 'launching' });
  shown.onOutput('booting');
  assert.deepEqual(stream.screen, ['booting']);
  shown.onOutput(' up\n');
  shown.onState({ phase: 'measuring', durationS: 10 });
  assert.deepEqual(stream.screen.slice(0, 2), ['booting up', 'Listening after 0 ms']);
});

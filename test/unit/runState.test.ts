import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transition, type RunEvent, type RunState } from '../../src/shared/runState.ts';

const failure = { kind: 'target-died', message: 'It died.' } as const;
const later = { kind: 'cancelled', message: 'Cancelled.' } as const;

const launch: RunEvent = { type: 'launch' };
const prepare: RunEvent = { type: 'prepare', requests: 2 };
const listening: RunEvent = { type: 'listening', warmupS: 2, durationS: 10 };
const warm: RunEvent = { type: 'warm', durationS: 10 };
const measured: RunEvent = { type: 'measured' };
const failed: RunEvent = { type: 'failed', failure };
const stopped: RunEvent = { type: 'stopped' };

function phases(...events: RunEvent[]): string {
  const states: RunState[] = [{ phase: 'idle' }];
  for (const event of events) states.push(transition(states.at(-1)!, event));
  return states.map(({ phase }) => phase).join(' ');
}

test('goes from launch to done', () => {
  assert.equal(
    phases(launch, listening, warm, measured, stopped),
    'idle launching warming measuring stopping done',
  );
});

test('attaches in place of launching', () => {
  const attach: RunEvent = { type: 'attach', to: 'process 4711' };
  assert.equal(
    phases(attach, listening, warm, measured, stopped),
    'idle attaching warming measuring stopping done',
  );
  assert.equal(
    phases(attach, prepare, { ...listening, warmupS: 0 }, measured, stopped),
    'idle attaching preparing measuring stopping done',
  );
  assert.equal(phases(attach, failed, stopped), 'idle attaching stopping failed');
  assert.equal(phases(launch, attach), 'idle launching launching');
});

test('sends setup requests, where there are any, between listening and the load', () => {
  assert.equal(
    phases(launch, prepare, listening, warm, measured, stopped),
    'idle launching preparing warming measuring stopping done',
  );
  assert.equal(
    phases(launch, { ...prepare, requests: 0 }, listening),
    'idle launching launching warming',
  );
  assert.equal(
    phases(launch, prepare, failed, stopped),
    'idle launching preparing stopping failed',
  );
});

test('reads what was sampled of a server that hangs in the warm-up, and fails', () => {
  assert.equal(
    phases(launch, listening, measured, failed, stopped),
    'idle launching warming stopping stopping failed',
  );
});

test('launches again what it has found behind a wrapper', () => {
  const found = { type: 'found', command: 'node server.js' } as const;
  const launching = transition({ phase: 'launching' }, found);
  assert.deepEqual(launching, { phase: 'launching', found: 'node server.js' });
  assert.equal(transition(launching, listening).phase, 'warming');
});

test('measures at once without a warm-up', () => {
  assert.equal(
    phases(launch, { ...listening, warmupS: 0 }, measured, stopped),
    'idle launching measuring stopping done',
  );
});

test('stops from each running phase when something fails', () => {
  assert.equal(phases(launch, failed, stopped), 'idle launching stopping failed');
  assert.equal(
    phases(launch, listening, failed, stopped),
    'idle launching warming stopping failed',
  );
  assert.equal(
    phases(launch, listening, warm, failed, stopped),
    'idle launching warming measuring stopping failed',
  );
});

test('keeps the first failure: what follows is its wake', () => {
  const stopping = transition({ phase: 'measuring', durationS: 10 }, failed);
  const wake = transition(stopping, { type: 'failed', failure: later });
  assert.deepEqual(transition(wake, stopped), { phase: 'failed', failure });
});

test('fails a run that was stopping after its load', () => {
  const stopping = transition({ phase: 'measuring', durationS: 10 }, measured);
  assert.deepEqual(transition(stopping, failed), { phase: 'stopping', failure });
});

test('is not moved by events without a meaning in its phase', () => {
  const states: [RunState, RunEvent[]][] = [
    [{ phase: 'idle' }, [prepare, listening, warm, measured, stopped]],
    [{ phase: 'launching' }, [launch, warm, measured, stopped]],
    [{ phase: 'preparing', requests: 2 }, [launch, prepare, warm, measured, stopped]],
    [{ phase: 'warming', durationS: 2 }, [launch, prepare, listening, stopped]],
    [{ phase: 'measuring', durationS: 10 }, [launch, prepare, listening, warm, stopped]],
    [{ phase: 'stopping', failure: null }, [launch, prepare, listening, warm, measured]],
    [{ phase: 'done' }, [launch, prepare, listening, warm, measured, failed, stopped]],
    [{ phase: 'failed', failure }, [launch, prepare, listening, warm, measured, failed, stopped]],
  ];
  for (const [state, events] of states) {
    for (const event of events) {
      assert.equal(transition(state, event), state, `${state.phase} after ${event.type}`);
    }
  }
});

test('launches again where the samples can not be believed, unless the run has failed', () => {
  const stopping = { phase: 'stopping', failure: null } as const;
  for (const state of [
    { phase: 'warming', durationS: 2 },
    { phase: 'measuring', durationS: 10 },
    stopping,
  ] as const) {
    assert.deepEqual(transition(state, { type: 'again' }), { phase: 'launching', isAgain: true });
  }
  const failing = { ...stopping, failure: { kind: 'cancelled', message: '' } } as const;
  assert.equal(transition(failing, { type: 'again' }), failing);
});

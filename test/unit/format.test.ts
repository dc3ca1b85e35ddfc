import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatDuration,
  formatLatency,
  formatMicros,
  formatNumberOf,
  formatRate,
  formatUrl,
  formatShare,
  formatWindow,
} from '../../src/shared/format.ts';

/** Narrow no-break spaces are shown as `_`. */
function check(format: (value: number) => string, expected: Record<string, string>): void {
  for (const [value, text] of Object.entries(expected)) {
    assert.equal(format(Number(value)).replaceAll('\u202f', '_'), text, `for ${value}`);
  }
}

test('writes shares with one decimal and never rounds something to nothing', () => {
  check(formatShare, {
    0: '0 %',
    0.0001: '<0.1 %',
    0.0005: '0.1 %',
    0.342: '34.2 %',
    0.9999: '100 %',
    1: '100 %',
    NaN: '–',
  });
});

test('groups the digits of counts', () => {
  check(formatCount, { 0: '0', 999: '999', 1000: '1_000', 1234567.4: '1_234_567', NaN: '–' });
});

test('writes a window as long as it was asked for', () => {
  check(formatWindow, {
    0.34: '340 ms',
    2.56: '2.5 s',
    8.1: '8 s',
    10.02: '10 s',
    60.1: '1 min 0 s',
  });
});

test('writes the CPU time of a request with three digits, however long it is', () => {
  check(formatMicros, {
    0: '0 µs',
    0.512: '0.51 µs',
    9.814: '9.81 µs',
    63.52: '63.5 µs',
    634.8: '635 µs',
    999.6: '1.00 ms',
    2628: '2.63 ms',
    16_040: '16.0 ms',
    312_400: '312 ms',
    3_251_000: '3.25 s',
    NaN: '–',
  });
});

test('says how long ago something was', () => {
  check(formatAgo, {
    '-5000': 'just now',
    29_999: 'just now',
    180_000: '3 min ago',
    3_570_000: '1 h ago',
    18_000_000: '5 h ago',
    86_400_000: '1 day ago',
    259_200_000: '3 days ago',
    NaN: '–',
  });
});

test('writes rates with the decimals that say something', () => {
  check(formatRate, { 0: '0', 0.25: '0.25', 12.34: '12.3', 99.96: '100', 4123.4: '4_123' });
});

test('writes durations in the unit a person would say', () => {
  check(formatDuration, {
    0: '0 ms',
    0.34: '340 µs',
    0.9996: '1 ms',
    312.4: '312 ms',
    999.6: '1 s',
    3210: '3.2 s',
    10000: '10 s',
    59960: '1 min 0 s',
    125000: '2 min 5 s',
    3840000: '1 h 4 min',
    Infinity: '–',
  });
});

test('writes latencies with three digits', () => {
  check(formatLatency, {
    0: '0 ms',
    0.42: '0.42 ms',
    0.999: '1.00 ms',
    2.345: '2.35 ms',
    23.45: '23.4 ms',
    234.5: '235 ms',
    1234: '1.23 s',
  });
});

test('writes bytes in decimal units', () => {
  check(formatBytes, {
    0: '0 B',
    512: '512 B',
    1210: '1.21 kB',
    999600: '1.00 MB',
    34_500_000: '34.5 MB',
    5e15: '5_000 TB',
  });
});

test('calls a socket file by its name', () => {
  assert.equal(formatUrl('http://127.0.0.1:3000/a'), 'http://127.0.0.1:3000/a');
  assert.equal(
    formatUrl('http://unix:/tmp/x/web.sock:/a?b=c'),
    '/a?b=c on the socket file web.sock',
  );
  assert.equal(formatUrl('https://unix:/tmp/x/web.sock:'), 'the socket file web.sock');
});

test('says no, one and several', () => {
  assert.equal(formatNumberOf(0, 'error'), 'no errors');
  assert.equal(formatNumberOf(1, 'error'), '1 error');
  assert.equal(formatNumberOf(3, 'entry', 'entries'), '3 entries');
});

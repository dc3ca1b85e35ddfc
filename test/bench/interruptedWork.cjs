/**
 * Turns a loop a fixed number of times (second argument), so many calls deep (first argument), and
 * prints as JSON what that took of the CPU by the system's accounting: of this thread, and of the
 * threads that V8 samples with, with how often the one that interrupts has slept.
 */
const { readdirSync, readFileSync } = require('node:fs');

const [depth, turns] = process.argv.slice(2).map(Number);
const samplers = ['SamplingThread', 'v8:Profiler', 'v8:ProfEvntProc'];
const tasks = '/proc/self/task';

function work(n, x) {
  for (let i = 0; i < n; i++) x = (x * 0.75 + i) / (x + 1.25) + x * 0.125;
  return x;
}

/** Its calls are frames of their own: what tries cannot be inlined this deep. */
function descend(left, n, x) {
  if (left === 0) return work(n, x);
  const result = descend(left - 1, n, x);
  return result + left;
}

function readThreads() {
  const read = { ownNs: 0, samplerNs: 0, samples: 0 };
  for (const thread of readdirSync(tasks)) {
    const ns = Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ')[0]);
    const name = readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim();
    if (Number(thread) === process.pid) read.ownNs = ns;
    if (!samplers.includes(name)) continue;
    read.samplerNs += ns;
    if (name === 'v8:Profiler') continue;
    const status = readFileSync(`${tasks}/${thread}/status`, 'utf8');
    read.samples += Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)[1]);
  }
  return read;
}

let x = 1.5;
// First V8 compiles what is measured.
for (let i = 0; i < 200; i++) x = descend(depth, turns / 2000, x) % 100;
const before = readThreads();
for (let i = 0; i < 20; i++) x = descend(depth, turns / 20, x) % 100;
const after = readThreads();
console.log(
  JSON.stringify({
    result: x,
    ownNs: after.ownNs - before.ownNs,
    samplerNs: after.samplerNs - before.samplerNs,
    samples: after.samples - before.samples,
  }),
);

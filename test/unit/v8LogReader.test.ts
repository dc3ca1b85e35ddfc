import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IsolateLog } from '../../src/analysis/log/isolateLog.ts';
import { V8LogReader } from '../../src/analysis/log/v8LogReader.ts';

function readLog(text: string, chunkBytes = Infinity): { log: IsolateLog; reader: V8LogReader } {
  const log = new IsolateLog();
  const reader = new V8LogReader(log);
  const bytes = new TextEncoder().encode(text);
  // One buffer for all chunks, as the tail of a growing file does it.
  const size = Math.min(chunkBytes, bytes.length);
  const chunk = new Uint8Array(size);
  for (let start = 0; start < bytes.length; start += size) {
    const part = bytes.subarray(start, start + size);
    chunk.set(part);
    reader.push(chunk.subarray(0, part.length));
  }
  reader.end();
  return { log, reader };
}

/** Each sample's stack, outermost first, as `name` or `name@offset`. */
function stacks(log: IsolateLog): string[] {
  return Array.from({ length: log.sampleTimes.length }, (_, i) => {
    const cells: string[] = [];
    for (let node = log.sampleNodes.at(i); node > 0; node = log.tree.parents.at(node)) {
      const frame = log.code.frames[log.tree.frames.at(node)]!;
      const name = log.code.functions[frame.function]!.text.split(' ')[0]!;
      cells.unshift(frame.offset < 0 ? name : `${name}@${frame.offset}`);
    }
    return log.sampleNodes.at(i) < 0 ? 'idle' : cells.join(' ');
  });
}

const code = `v8-version,13,6,233,17,-node.53,0
shared-library,/usr/bin/node,0x400000,0x900000,0
profiler,begin,1000
script-source,7,/app/a.js,function outer() {\\n}
code-creation,Builtin,2,10,0x1000,256,ArrayMap
code-creation,BytecodeHandler,0,11,0x2000,256,LdaNamedProperty
code-creation,JS,9,20,0xa000,100,outer /app/a.js:1:15,0xf00,~
code-source-info,0xa000,7,14,90,C0O20C30O40,,
code-creation,JS,9,21,0xb000,100,inner /app/a.js:9:15,0xf08,~
code-source-info,0xb000,7,100,190,C0O110,,
code-creation,JS,12,30,0xc000,512,outer /app/a.js:1:15,0xf00,*
code-source-info,0xc000,7,14,90,C0O20C16O110I0C32O44,F0O60,S0xf08
`;

test('expands inlined calls and looks return addresses up before the call', () => {
  const { log } = readLog(`${code}tick,0xc012,100,0,0x0,0
tick,0x1010,200,0,0x0,0,0xc020
tick,0x1010,300,0,0x0,0,0xc021
`);
  assert.deepEqual(stacks(log), [
    'outer@60 inner@110',
    'outer@60 inner@110 ArrayMap',
    'outer@44 ArrayMap',
  ]);
});

test('an interpreted function owns what its bytecode handlers run', () => {
  const { log } = readLog(`${code}tick,0x2010,100,0,0x0,0,0xa01e\n`);
  assert.deepEqual(stacks(log), ['outer@40']);
});

test('understands stacks of deltas and an overflow mark', () => {
  // 0x1010 + 0xa010 = 0xb020, then 0xb020 - 0x1002 = 0xa01e
  const { log, reader } = readLog(`${code}tick,0x1010,100,0,0x0,0,+0xa010,-0x1002,overflow\n`);
  assert.equal(reader.garbageLines, 0);
  assert.deepEqual(stacks(log), ['outer@40 inner@110 ArrayMap']);
});

test('tells idle, waiting, garbage collection, compiler and native code apart', () => {
  const { log } = readLog(`${code}tick,0x500000,100,0,0x0,8
tick,0x500000,200,0,0x0,7
tick,0x500000,300,0,0x0,4,0xc008
tick,0x500000,400,1,0x500010,6,0xc021
tick,0x500000,500,0,0x0,1
tick,0xdead,90000,0,0x0,1
`);
  assert.deepEqual(stacks(log), [
    'idle',
    'idle',
    'outer@20 (compiler)',
    'outer@44 (node)',
    // No stack while V8 collects: the sample before, if it is near enough.
    'outer@44 (garbage',
    '(garbage',
  ]);
});

test('charges a sample without a stack to what ran before and after it', () => {
  const { log } = readLog(`${code}tick,0xc012,1000,0,0x0,0
tick,0x500000,2000,0,0x0,1
tick,0x0,3000,0,0x0,5
tick,0xc002,4000,0,0x0,0
tick,0x0,5000,0,0x0,5
tick,0x500000,6000,0,0x0,8
tick,0x0,60000,0,0x0,5
tick,0xc002,61000,0,0x0,0
`);
  assert.deepEqual(stacks(log), [
    'outer@60 inner@110',
    'outer@60 (garbage',
    'outer@60 (stack',
    'outer@20',
    'outer@20 (stack',
    'idle',
    '(stack',
    'outer@20',
  ]);
});

test('honours moves, deletes and reuse of addresses in the order of the log', () => {
  const { log } = readLog(`${code}tick,0xc012,100,0,0x0,0
code-move,0xc000,0xd000
tick,0xd012,200,0,0x0,0
tick,0xc012,300,0,0x0,0
code-creation,JS,12,400,0xd010,64,other /app/a.js:20:1,0xf10,*
tick,0xd012,500,0,0x0,0
code-delete,0xd010
tick,0xd012,600,0,0x0,0
`);
  assert.deepEqual(stacks(log), [
    'outer@60 inner@110',
    'outer@60 inner@110',
    '(native',
    'other',
    '(native',
  ]);
});

test('takes the same addresses for what lies there by then', () => {
  const { log } = readLog(`${code}tick,0x1010,100,0,0x0,0,0xa01e,0xc021
tick,0x1010,200,0,0x0,0,0xa01e,0xc021
code-creation,JS,9,210,0xa000,100,newer /app/a.js:5:15,0xf10,~
code-source-info,0xa000,7,50,90,C0O55,,
tick,0x1010,300,0,0x0,0,0xa01e,0xc021
code-delete,0xc000
tick,0x1010,400,0,0x0,0,0xa01e,0xc021
`);
  assert.deepEqual(stacks(log), [
    'outer@44 outer@40 ArrayMap',
    'outer@44 outer@40 ArrayMap',
    'outer@44 newer@55 ArrayMap',
    'newer@55 ArrayMap',
  ]);
});

test('follows a function that moves before another inlines it', () => {
  const { log } = readLog(`${code}sfi-move,0xf08,0xe08
code-creation,JS,12,40,0xe000,512,outer /app/a.js:1:15,0xf00,*
code-source-info,0xe000,7,14,90,C0O110I0,F0O60,S0xe08
tick,0xe001,100,0,0x0,0
`);
  assert.deepEqual(stacks(log), ['outer@60 inner@110']);
});

test('charges an inlined call without a function to the line of the call', () => {
  const { log } = readLog(`${code}code-creation,JS,12,40,0xe000,512,outer /app/a.js:1:15,0xf00,*
code-source-info,0xe000,7,14,90,C0O120I1C16O110I2C32O44,F0O60FO112I0F0O115I1,S0xf08
tick,0xe001,100,0,0x0,0
tick,0xe012,200,0,0x0,0
tick,0xe021,300,0,0x0,0
`);
  assert.deepEqual(stacks(log), ['outer@60 inner@112', 'outer@60 inner@112 inner@110', 'outer@44']);
});

test('ends where inlined calls go in a circle', () => {
  const { log } = readLog(`${code}code-creation,JS,12,40,0xe000,512,outer /app/a.js:1:15,0xf00,*
code-source-info,0xe000,7,14,90,C0O110I0,F0O60I1F0O70I0,S0xf08
tick,0xe001,100,0,0x0,0
`);
  assert.deepEqual(stacks(log), ['outer@60 inner@110']);
});

test('knows only the function of code without positions', () => {
  const { log } = readLog(`${code}code-creation,JS,10,40,0xe000,64,inner /app/a.js:9:15,0xf08,^
tick,0xe001,100,0,0x0,0
`);
  assert.deepEqual(stacks(log), ['inner']);
});

test('leaves hand-overs to on-stack replacement out of the deopts', () => {
  const { log } =
    readLog(`${code}code-deopt,50,512,0xc000,0,110,deopt-eager,</app/a.js:9:20>,wrong map
code-deopt,60,512,0xc000,-1,44,deopt-eager,</app/a.js:3:2>,prepare for on stack replacement (OSR)
code-deopt,70,512,0xc000,-1,44,deopt-eager,</app/a.js:3:2>,exit from OSR'd inner loop
`);
  assert.equal(log.deopts.length, 1);
  const [deopt] = log.deopts;
  assert.match(log.code.functions[deopt!.function]!.text, /^outer/);
  assert.match(log.code.functions[deopt!.siteFunction]!.text, /^inner/);
});

test('reads the same from chunks of any size', () => {
  const text = `${code}tick,0xc012,100,0,0x0,0\ntick,0x1010,200,0,0x0,0,0xc020\n`;
  const whole = stacks(readLog(text).log);
  for (const size of [1, 2, 7, 64, 1000]) assert.deepEqual(stacks(readLog(text, size).log), whole);
});

test('reads lines of many megabytes', () => {
  const source = 'x'.repeat(5_000_000);
  const { log, reader } = readLog(`${code}script-source,8,/app/big.js,${source}\n`, 65536);
  assert.equal(log.scripts.get(8)?.source.length, source.length);
  assert.equal(reader.garbageLines, 0);
});

test('counts and skips lines that it cannot read', () => {
  const { log, reader } = readLog(`${code}tick,nonsense
tick,0xc012,100,0
complete rubbish
code-creation,JS,9,zz,0xa000,100,f /app/a.js:1:1,0xf00,~
tick,0xc012,100,0,0x0,0
`);
  assert.equal(reader.garbageLines, 4);
  assert.equal(log.sampleTimes.length, 1);
});

test('drops a last line that was cut', () => {
  const { log, reader } = readLog(`${code}tick,0xc012,100,0,0x0,0\ntick,0xc0`);
  assert.equal(log.sampleTimes.length, 1);
  assert.equal(reader.cut, true);
  assert.equal(reader.garbageLines, 0);
});

test('does not take another file for a V8 log', () => {
  assert.equal(readLog('{ "nodes": [] }\n').reader.looksLikeV8Log, false);
  assert.equal(readLog('').reader.looksLikeV8Log, false);
  assert.equal(readLog(code).reader.looksLikeV8Log, true);
});

test('undoes the escapes of names and urls', () => {
  const { log } = readLog(
    'code-creation,JS,9,20,0xa000,100,a\\x2Cb\\u00e9 /app/x\\x2Cy.js:1:15,0xf00,~\n',
  );
  assert.equal(log.code.functions[0]?.text, 'a,bé /app/x,y.js:1:15');
});

test('tells WebAssembly from JavaScript in both of its tiers', () => {
  const { log, reader } =
    readLog(`${code}code-creation,JS,4,40,0xe000,64,wasm-function[0],0x1bcb9e20,
tick,0xe001,100,0,0x0,0,0xc021
code-creation,JS,4,140,0xe100,64,wasm-function[0],0x1bcb9e20,*
tick,0xe101,200,0,0x0,0,0xc021
`);
  assert.equal(reader.garbageLines, 0);
  assert.deepEqual(stacks(log), ['outer@44 wasm-function[0]', 'outer@44 wasm-function[0]']);
  assert.deepEqual(
    log.code.functions.filter(({ area }) => area === 'wasm').map(({ text }) => text),
    ['wasm-function[0]'],
  );
});

test('knows the copy of the builtins at the end of the code range (Node 20)', () => {
  // The builtins of `code` span 0x1000 to 0x2100, so their copy takes the range's last 256 KB.
  const { log } = readLog(`new,CodeRange,0x7f0000000000,0
${code}tick,0x7f001ffc0010,100,0,0x0,0,0xc021
tick,0x7f001ffc1010,200,0,0x0,0,0xa01e
`);
  assert.deepEqual(stacks(log), ['outer@44 ArrayMap', 'outer@40']);
});

test('reads the tier marks of every Node line', () => {
  for (const [mark, tier] of Object.entries({
    '~': 1,
    '^': 2,
    '+': 3,
    "+'": 3,
    '*': 4,
    'o*': 4,
    "o+'": 3,
  })) {
    const { log, reader } = readLog(
      `${code}code-creation,JS,12,40,0xe000,64,f /app/a.js:9:15,0xf20,${mark}\ntick,0xe001,100,0,0x0,0\n`,
    );
    assert.equal(reader.garbageLines, 0, mark);
    assert.equal(log.code.frames[log.tree.frames.at(log.sampleNodes.at(0))]?.tier, tier, mark);
  }
});

test('takes bytecode without a mark for that of a function that V8 gave up on', () => {
  const { log, reader } = readLog(
    `${code}code-creation,JS,9,40,0xe000,64,f /app/a.js:9:15,0xf20,\ntick,0x2010,100,0,0x0,0,0xe001\n`,
  );
  assert.equal(reader.garbageLines, 0);
  assert.deepEqual(stacks(log), ['f']);
});

test('charges what sparkplug keeps outside of its code to the function', () => {
  const { log } = readLog(`${code}code-creation,Builtin,2,10,0x3000,256,Add_Baseline
code-creation,Builtin,2,10,0x4000,256,KeyedLoadICBaseline
code-creation,JS,10,40,0xe000,64,inner /app/a.js:9:15,0xf08,^
tick,0x3010,1000,0,0x0,0,0xe010,0xc021
tick,0x4010,2000,0,0x0,0,0xe010,0xc021
tick,0x1010,3000,0,0x0,0,0xe010,0xc021
tick,0x3010,4000,0,0x0,0,0xc010
`);
  assert.deepEqual(stacks(log), [
    'outer@44 inner',
    'outer@44 inner',
    'outer@44 inner ArrayMap',
    // Called from optimized code it is what it is called.
    'outer@20 Add_Baseline',
  ]);
});

test('tells inlined frames from called ones', () => {
  const { log } = readLog(`${code}tick,0xc012,100,0,0x0,0\ntick,0xb008,200,0,0x0,0,0xc021\n`);
  const path = (sample: number): string[] => {
    const inlined: string[] = [];
    for (let node = log.sampleNodes.at(sample); node > 0; node = log.tree.parents.at(node)) {
      const frame = log.code.frames[log.tree.frames.at(node)]!;
      const name = log.code.functions[frame.function]!.text.split(' ')[0]!;
      inlined.unshift(frame.inlined ? `${name} inlined` : name);
    }
    return inlined;
  };
  assert.deepEqual(path(0), ['outer', 'inner inlined']);
  assert.deepEqual(path(1), ['outer', 'inner']);
});

test('finds the caller that is lost under a builtin without a frame', () => {
  // `outer` calls `inner` at 0xc021; under `inner`, the builtin shows `outer` as its caller.
  const js = 'code-creation,JS,12,40,0xe000,64,inner /app/a.js:9:15,0xf08,*\n';
  const info = 'code-source-info,0xe000,7,100,190,C0O120,,\n';
  const { log } = readLog(`${code}${js}${info}tick,0xe001,1000,0,0x0,0,0xc021
tick,0x1010,2000,0,0x0,0,0xc021
tick,0x1010,3000,0,0x0,0,0xc021
tick,0x1010,4000,0,0x0,0,0xe009,0xc021
tick,0x1010,5000,0,0x0,0,0xc021
tick,0x1010,6000,0,0x0,0,0xc010
tick,0x1010,90000,0,0x0,0,0xc021
`);
  assert.deepEqual(stacks(log), [
    'outer@44 inner@120',
    'outer@44 inner@120 ArrayMap',
    'outer@44 inner@120 ArrayMap',
    'outer@44 inner@120 ArrayMap',
    'outer@44 inner@120 ArrayMap',
    // Another call of `outer`, which has shown no JavaScript; then the first one, later.
    'outer@20 ArrayMap',
    'outer@44 inner@120 ArrayMap',
  ]);
});

test('gives each line of a function its part of what a builtin without a frame does', () => {
  const { log } = readLog(`${code}code-creation,JS,12,40,0xe000,64,inner /app/a.js:9:15,0xf08,*
code-source-info,0xe000,7,100,190,C0O105C16O120,,
tick,0xe001,1000,0,0x0,0,0xc021
tick,0x1010,2000,0,0x0,0,0xc021
tick,0xe011,3000,0,0x0,0,0xc021
tick,0x1010,4000,0,0x0,0,0xc021
`);
  assert.deepEqual(stacks(log), [
    'outer@44 inner@105',
    'outer@44 inner@105 ArrayMap',
    'outer@44 inner@120',
    'outer@44 inner@120 ArrayMap',
  ]);
});

test('gives a builtin without a frame the line of optimized code where sparkplug code had none', () => {
  const { log } = readLog(`${code}code-creation,JS,10,40,0xe000,64,inner /app/a.js:9:15,0xf08,^
tick,0x1010,1000,0,0x0,0,0xe010,0xc021
tick,0x1010,2000,0,0x0,0,0xc021
code-creation,JS,12,50,0xd000,512,inner /app/a.js:9:15,0xf08,*
code-source-info,0xd000,7,100,190,C0O120,,
tick,0xd001,3000,0,0x0,0,0xc021
tick,0x1010,4000,0,0x0,0,0xc021
`);
  assert.deepEqual(stacks(log), [
    'outer@44 inner ArrayMap',
    'outer@44 inner ArrayMap',
    'outer@44 inner@120',
    'outer@44 inner@120 ArrayMap',
  ]);
});

test('finds the interpreted function that is lost below the trampoline into the interpreter', () => {
  // `outer` calls `inner` at 0xa01e. An optimized caller runs no bytecode, so it has called one that does.
  const { log } = readLog(`code-creation,Builtin,2,10,0x3000,256,InterpreterEntryTrampoline
${code}tick,0x3010,1000,0,0x0,0,0xa01e
tick,0x1010,2000,0,0x0,0,0xb020,0xa01e
tick,0x3010,3000,0,0x0,0,0xa01e
tick,0x2010,4000,0,0x0,0,0xb008,0xa01e
tick,0x3010,5000,0,0x0,0,0xa01e
tick,0x2010,6000,0,0x0,0,0xa01e
tick,0x2010,7000,0,0x0,0,0xb020,0xc021
tick,0x2010,8000,0,0x0,0,0xc021
`);
  assert.deepEqual(stacks(log), [
    'outer@40',
    'outer@40 inner@110 ArrayMap',
    'outer@40 inner@110',
    'outer@40 inner@110',
    'outer@40 inner@110',
    // A handler of its own runs for the function on top, which may have ended its call.
    'outer@40',
    'outer@44 inner@110',
    'outer@44 inner@110',
  ]);
});

test('finds the interpreted function that is lost below a bytecode handler of Node 20', () => {
  const { log } = readLog(`new,CodeRange,0x7f0000000000,0
${code}tick,0x2010,1000,0,0x0,0,0xa01e
tick,0x2010,2000,0,0x0,0,0xb008,0xa01e
tick,0x2010,3000,0,0x0,0,0xa01e
tick,0x7f001ffc1010,4000,0,0x0,0,0xa01e
`);
  assert.deepEqual(stacks(log), [
    'outer@40',
    'outer@40 inner@110',
    'outer@40 inner@110',
    // V8 knows its copies for bytecode handlers, and keeps the function.
    'outer@40',
  ]);
});

test('places a builtin without a frame in the inlined function that was seen to call it', () => {
  // `inner` calls ArrayMap in code of its own, then inlined into `outer`, which calls another builtin.
  const { log } = readLog(`${code}code-creation,Builtin,2,10,0x3000,256,LoadIC
code-creation,JS,12,40,0xe000,64,inner /app/a.js:9:15,0xf08,*
code-source-info,0xe000,7,100,190,C0O120,,
code-creation,JS,12,50,0xd000,512,main /app/a.js:30:15,0xf10,*
code-source-info,0xd000,7,300,390,C0O310,,
tick,0xe001,1000,0,0x0,0,0xc021,0xd021
tick,0x1010,2000,0,0x0,0,0xc021,0xd021
tick,0x3010,3000,0,0x0,0,0xc00a,0xd021
tick,0xc012,4000,0,0x0,0,0xd021
tick,0x1010,5000,0,0x0,0,0xd021
tick,0x3010,6000,0,0x0,0,0xd021
`);
  assert.deepEqual(stacks(log), [
    'main@310 outer@44 inner@120',
    'main@310 outer@44 inner@120 ArrayMap',
    'main@310 outer@20 LoadIC',
    'main@310 outer@60 inner@110',
    'main@310 outer@60 inner@110 ArrayMap',
    'main@310 outer@20 LoadIC',
  ]);
});

test('leaves a builtin that calls back alone: its own time stays its own', () => {
  // `outer` calls ArrayMap, which calls `inner`; between the calls another builtin works for ArrayMap.
  const { log } = readLog(`${code}code-creation,Builtin,2,10,0x3000,256,ArraySpeciesCreate
tick,0xb008,1000,0,0x0,0,0x1020,0xc021
tick,0x3010,2000,0,0x0,0,0x1020,0xc021
`);
  assert.deepEqual(stacks(log), [
    'outer@44 ArrayMap inner@110',
    'outer@44 ArrayMap ArraySpeciesCreate',
  ]);
});

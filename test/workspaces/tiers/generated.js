const path = require('node:path');
const vm = require('node:vm');

/** What a generator of parsers might write: a function beyond what V8 optimizes (60 KiB of bytecode). */
const labels = Array.from({ length: 7_000 }, (_, i) => `case ${(i + 1) * 4093}:`);
const lines = Array.from({ length: 700 }, (_, i) => labels.slice(i * 10, i * 10 + 10).join(' '));
const source = `(function tooLarge(values) {
switch (values[0]) {
${lines.join('\n')}
  return 1;
default:
  return values[0] & 7;
}
})`;

/** Its file is not on disk: it is made here. */
exports.tooLarge = new vm.Script(source, {
  filename: path.join(__dirname, 'tables.js'),
}).runInThisContext();

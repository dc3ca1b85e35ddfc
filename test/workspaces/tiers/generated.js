const path = require('node:path');
const vm = require('node:vm');

/** What a generator of parsers might write: a function beyond what V8 optimizes (60 KiB of bytecode). */
const lines = Array.from(
  { length: 5_500 },
  (_, i) => `  hash = ((hash << 5) - hash + values[${i % 900}]) | 0;`,
);
const source = `(function tooLarge(values) {\n  let hash = 23;\n${lines.join('\n')}\n  return hash;\n})`;

/** Its file is not on disk: it is made here. */
exports.tooLarge = new vm.Script(source, {
  filename: path.join(__dirname, 'tables.js'),
}).runInThisContext();

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { serve } = require('./serve.js');

const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'faults-')), 'catalogue.json');
fs.writeFileSync(file, 'x'.repeat(4_000_000));
process.on('exit', () => fs.rmSync(path.dirname(file), { recursive: true }));

function catalogue() {
  return fs.readFileSync(file, 'utf8'); // fault
}

serve(() => ({ length: catalogue().length }));

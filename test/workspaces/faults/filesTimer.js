const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { serve } = require('./serve.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'faults-'));
for (let id = 0; id < 6_000; id++)
  fs.writeFileSync(path.join(folder, `${id}.txt`), `note ${id}\n`.repeat(200));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
process.on('SIGTERM', () => process.exit());

let size = 0;

function reload() {
  size = 0;
  for (const _language of ['de', 'en']) {
    for (const name of fs.readdirSync(folder)) {
      size += fs.readFileSync(path.join(folder, name)).length; // fault
    }
  }
  setTimeout(reload, 250);
}

reload();
serve(() => ({ size }));

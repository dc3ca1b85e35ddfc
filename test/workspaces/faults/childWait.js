const { execFile } = require('node:child_process');
const { promisify } = require('node:util');
const { serve } = require('./serve.js');

const run = promisify(execFile);

async function version() {
  const { stdout } = await run('/bin/sh', ['-c', 'sleep 0.05; echo 7']); // fault
  return stdout.trim();
}

serve(async () => ({ version: await version() }));

const { execFileSync } = require('node:child_process');
const { serve } = require('./serve.js');

let count = 0;

function revision() {
  return execFileSync('/bin/sh', ['-c', 'sleep 0.07; echo 7'], { encoding: 'utf8' }); // fault
}

serve(() => {
  count += 1;
  return count % 500 === 0 ? { revision: revision() } : { count };
});

const { serve } = require('./serve.js');

function checksum(text, turns) {
  let sum = 7;
  for (let turn = 0; turn < turns; turn++) {
    for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0; // fault
  }
  return sum;
}

const text = 'a line of an order, '.repeat(50);
serve(() => ({ sum: checksum(text, 1500) }));

const { serve } = require('./serve.js');

let count = 0;

/** Takes twice as long for each further letter of a wrong name. */
function isName(text) {
  return /^([a-z]+)*$/.test(text); // fault
}

serve(() => {
  count += 1;
  return { ok: isName(count % 150 === 0 ? 'abcdefghijklmnopqrstuvwx!' : 'ann') };
});

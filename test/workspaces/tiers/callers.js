const { distance } = require('./distance');

function sumOfDistances(values) {
  let sum = 0;
  for (let i = 1; i < 1_000; i++) sum += distance(values[i], values[i - 1]);
  return sum;
}

/** The closure that is made for each request; V8 optimizes it as it does any other function. */
function perRequest(values) {
  const sum = (total, value) => (total * 31 + value) % 1_000_003; // hot: closure
  let total = 0;
  for (let i = 0; i < 1_000; i++) total = sum(total, values[i]);
  return total;
}

module.exports = { sumOfDistances, perRequest };

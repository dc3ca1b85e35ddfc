const { parentPort } = require('node:worker_threads');

const readings = Array.from({ length: 12_000 }, (_, n) => `sensor-${n % 40};${(n * 17) % 997}.25`);

function sumReadings(seed) {
  let total = seed;
  for (const reading of readings) {
    total += Number.parseFloat(reading.split(';')[1]); // hot
  }
  return total;
}

parentPort.on('message', ({ id, seed }) => {
  parentPort.postMessage({ id, total: sumReadings(seed) });
});

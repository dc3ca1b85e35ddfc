/** Sieves primes again and again until the time is over. */
exports.warmTables = function warmTables(milliseconds) {
  const end = Date.now() + milliseconds;
  const primes = [];
  do {
    primes.length = 0;
    for (let n = 2; n < 4_000; n++) {
      if (primes.every((prime) => n % prime !== 0)) primes.push(n);
    }
  } while (Date.now() < end);
  return primes;
};

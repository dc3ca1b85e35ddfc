/** Starts, says so, and never opens a port. */

console.log('waiting for the database');
setInterval(() => {}, 1_000);

setTimeout(() => process.exit(0), 300_000).unref();

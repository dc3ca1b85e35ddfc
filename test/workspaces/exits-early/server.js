/** Ends before it listens. */

console.error('config: DATABASE_URL is not set');
process.exit(3);

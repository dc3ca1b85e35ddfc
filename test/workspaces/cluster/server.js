const cluster = require('node:cluster');

/** Two processes share one port. */

if (cluster.isPrimary) {
  cluster.fork();
  cluster.fork();
} else {
  require('./app');
}

setTimeout(() => process.exit(0), 300_000).unref();

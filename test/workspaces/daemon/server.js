const { spawn } = require('node:child_process');

/**
 * Starts the server as a process of its own, as `npm run serve &` in a script does, and ends. With
 * BEGINS_AFTER_S a shell begins it after some seconds, as one does that waits for a database.
 */

const afterS = process.env.BEGINS_AFTER_S;
const [file, ...words] = afterS
  ? ['/bin/sh', '-c', `sleep ${Number(afterS)}; exec node app.js`]
  : [process.execPath, 'app.js'];
const child = spawn(file, words, {
  cwd: __dirname,
  detached: true,
  stdio: 'ignore',
});
child.unref();
console.log(`started as process ${child.pid}`);

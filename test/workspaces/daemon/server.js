const { spawn } = require('node:child_process');

/** Starts the server as a process of its own, as `npm run serve &` in a script does, and ends. */

const child = spawn(process.execPath, ['app.js'], {
  cwd: __dirname,
  detached: true,
  stdio: 'ignore',
});
child.unref();
console.log(`started as process ${child.pid}`);

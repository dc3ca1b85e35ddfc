import { spawn } from 'node:child_process';

/** Installs packages into a folder, without their scripts; rejects with what npm says went wrong. */
export function npmInstall(folder: string, args: string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', ['install', ...quiet, ...args], {
      cwd: folder,
      // npm is a .cmd file on Windows, which only a shell can start.
      shell: process.platform === 'win32',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    npm.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    npm.on('error', reject);
    npm.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(firstError(output) ?? `npm ended with code ${code}`));
    });
  });
}

/** What npm says went wrong, without its codes and log paths. */
function firstError(output: string): string | undefined {
  return output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) /, '').trim())
    .find((line) => line !== '' && !line.startsWith('code ') && !line.startsWith('npm warn'));
}

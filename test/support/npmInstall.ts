import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Installs packages into a folder, without their scripts; rejects with what npm says went wrong. */
export async function npmInstall(folder: string, args: string[]): Promise<void> {
  await runNpm(folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...args]);
}

/** Writes a package of the registry into the folder as one archive, whose path it gives; rejects likewise. */
export async function npmDownload(folder: string, spec: string): Promise<string> {
  const name = await runNpm(folder, ['pack', '--ignore-scripts', spec]);
  return join(folder, name.trim());
}

/** Gives what it prints. */
function runNpm(folder: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', [...args, '--loglevel=error'], {
      cwd: folder,
      // npm is a .cmd file on Windows, which only a shell can start.
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let problems = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    npm.stderr.setEncoding('utf8').on('data', (text: string) => (problems += text));
    npm.on('error', reject);
    npm.on('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(firstError(problems) ?? `npm ended with code ${code}`));
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

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aptInstall, canInstall } from './aptInstall.ts';

/** Real databases for tests, each started on a port of its own. */

/** The programs of Debian's package `postgresql`, installed where they are missing; null where they can't be. */
export function postgresFolder(): Promise<string | null> {
  const root = '/usr/lib/postgresql';
  return installed('postgresql', () => {
    const version = existsSync(root) ? readdirSync(root).sort().at(-1) : undefined;
    return version === undefined ? null : join(root, version, 'bin');
  });
}

/** A new database in `folder`, for the user `test` without a password. */
export async function startPostgres(
  bin: string,
  folder: string,
  port: number,
): Promise<ChildProcess> {
  // PostgreSQL refuses to run as root.
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) {
    chownSync(folder, user.uid, user.gid);
    chownSync(data, user.uid, user.gid);
  }
  const init = ['-D', data, '-A', 'trust', '-U', 'test', '--no-sync'];
  execFileSync(join(bin, 'initdb'), init, { ...user, cwd: folder, stdio: 'ignore' });
  const options = ['-D', data, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-k', data];
  const server = spawn(join(bin, 'postgres'), options, { ...user, cwd: folder, stdio: 'pipe' });
  await said(server, /ready to accept connections/);
  return server;
}

/** The program of Debian's package `redis-server`, installed where it is missing; null where it can't be. */
export function redisProgram(): Promise<string | null> {
  const program = '/usr/bin/redis-server';
  return installed('redis-server', () => (existsSync(program) ? program : null));
}

export async function startRedis(
  program: string,
  folder: string,
  port: number,
): Promise<ChildProcess> {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const server = spawn(program, options, { stdio: 'pipe' });
  await said(server, /eady to accept connections/);
  return server;
}

async function installed(name: string, find: () => string | null): Promise<string | null> {
  if (find() === null && canInstall()) await aptInstall(name);
  return find();
}

async function said(server: ChildProcess, words: RegExp): Promise<void> {
  let text = '';
  const add = (chunk: Buffer) => (text += chunk.toString());
  server.stdout!.on('data', add);
  server.stderr!.on('data', add);
  for (const end = performance.now() + 20_000; !words.test(text); await delay(20)) {
    if (server.exitCode !== null || performance.now() > end) throw new Error(text);
  }
}

export async function ended(server: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await exit;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

import { readdirSync, readFileSync } from 'node:fs';
import { methodOf } from '../../src/shared/lspWire.ts';
import type { RunAnswer } from '../../src/shared/runWire.ts';
import type { RunOptions } from '../../src/shared/runOptions.ts';
import { quickOptions, type TestFolder } from '../process/engineHarness.ts';
import { ServerClient } from '../process/serverClient.ts';
import { plainServer } from '../process/engineServers.ts';

/** What is profiled again and again: one process, several, and one with children of its own. */
export const soakServers: Record<string, string> = {
  'one.js': plainServer,
  'cluster.js': `
    const cluster = require('node:cluster');
    if (cluster.isPrimary) { cluster.fork(); cluster.fork(); }
    else require('node:http').createServer((request, response) => response.end('x'.repeat(99)))
      .listen(0, '127.0.0.1');`,
  'children.js': `
    const { spawn } = require('node:child_process');
    const { Worker } = require('node:worker_threads');
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 50)'], { stdio: 'ignore' });
    new Worker('setInterval(() => {}, 50)', { eval: true });
    ${plainServer}`,
};

const deadlineMs = 60_000;

export function roundOptions(folder: TestFolder, script: string, durationS: number): RunOptions {
  return quickOptions(folder.path, {
    command: [process.execPath, script],
    load: { warmupS: 0.2, durationS, connections: 2 },
  });
}

/** A language server that may profile. */
export async function startClient(storageFolder: string): Promise<ServerClient> {
  const client = new ServerClient();
  await client.initialize({ storageFolder });
  return client;
}

/** Every run gets an answer; one that does not come is what a person would wait for, for ever. */
export async function answerOf(client: ServerClient, options: RunOptions): Promise<RunAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${deadlineMs} ms: ${client.phases.join(', ')}`)),
      deadlineMs,
    );
  });
  try {
    const request: Promise<RunAnswer> = client.connection.sendRequest(methodOf('run'), { options });
    return await Promise.race([request, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Open file descriptors of a process (Linux). */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Memory that a process has in use, in MB (Linux). */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

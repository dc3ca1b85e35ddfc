import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NodeProcess } from '../../shared/attach.ts';
import { artifactPath } from '../programs/artifacts.ts';
import {
  commandOf,
  plainText,
  shownCommand,
  windowsText,
  wordsOf,
} from '../processes/commandLine.ts';
import { listeningPorts, type ListeningPort } from '../processes/listeningPorts.ts';
import { outputOf } from '../processes/outputOf.ts';
import { isNodeName } from '../processes/nodeCommand.ts';
import { isAlive, listProcesses } from '../processes/processTable.ts';
import { linkOf, textOf } from '../processes/procFiles.ts';
import { runsWrapper } from '../processes/wrappers.ts';

/** SIGUSR1 on Linux, on which Node.js opens its inspector. */
const signalNumber = 10;
const beginMs = 1000;
const pollMs = 50;

/** Programs of an editor: nobody means those. */
const editorPrograms =
  /[\\/](?:\.vscode[\w-]*|lib[\\/]vscode|resources[\\/]app)[\\/]extensions[\\/]|[\\/]out[\\/](?:server-main|bootstrap-fork)(?:\.js)?(?=\s|$)|[\\/](?:tsserver|typingsInstaller)\.js(?=\s|$)/;

/** The Node.js processes of this machine that a person may attach to, those with ports first; none of package managers. */
export async function listNodeProcesses(): Promise<NodeProcess[]> {
  const [commands, ports] = await Promise.all([nodeCommands(), listeningPorts()]);
  const family = ancestors(process.pid);
  return (
    [...commands]
      .filter(([pid, words]) => !family.has(pid) && !isOfEditor(words))
      .map(([pid, words]) => ({
        pid,
        command: shownCommand(plainText(words)),
        cwd: process.platform === 'linux' ? linkOf(`/proc/${pid}/cwd`) : '',
        ports: portNumbers(ports.get(pid) ?? []),
      }))
      // Nothing is to be seen in npm itself: what it started is a process of its own.
      .filter(({ pid, ports: own }) => own.length > 0 || !runsWrapper(commands.get(pid) ?? []))
      .sort((a, b) => Number(b.ports.length > 0) - Number(a.ports.length > 0) || b.pid - a.pid)
  );
}

/** Hotframe's own programs among them. */
function isOfEditor(words: readonly string[]): boolean {
  const own = dirname(artifactPath('guard.cjs'));
  return words.some((word) => dirname(word) === own) || editorPrograms.test(words.join(' '));
}

function portNumbers(ports: readonly ListeningPort[]): number[] {
  return [...new Set(ports.map(({ port }) => port))].sort((a, b) => a - b);
}

/** A process as the one sees it that wants to attach to it. */
export type ProcessKind =
  | { kind: 'none' }
  | { kind: 'node' }
  /** It was started with what keeps it from opening its inspector. */
  | { kind: 'node-without-signal' }
  | { kind: 'other-user'; command: string }
  | { kind: 'other-program'; command: string };

export async function kindOfProcess(pid: number): Promise<ProcessKind> {
  if (pid === process.pid || !isAlive(pid)) return { kind: 'none' };
  try {
    process.kill(pid, 0);
  } catch {
    return { kind: 'other-user', command: await commandOf(pid) };
  }
  if (process.platform !== 'linux') {
    const isNode = (await nodeCommands()).has(pid);
    return isNode ? { kind: 'node' } : { kind: 'other-program', command: await commandOf(pid) };
  }
  if (!isNodeName(linkOf(`/proc/${pid}/exe`))) {
    return { kind: 'other-program', command: await commandOf(pid) };
  }
  // One that has just begun is about to.
  const end = performance.now() + beginMs;
  while (!catchesSignal(textOf(`/proc/${pid}/status`))) {
    if (performance.now() > end) return { kind: 'node-without-signal' };
    await delay(pollMs);
  }
  return { kind: 'node' };
}

/**
 * Whether the process handles the signal, by the mask of caught signals in its status. A process
 * that does not is ended by it.
 */
export function catchesSignal(status: string): boolean {
  const mask = /^SigCgt:\s*([\da-f]+)$/m.exec(status)?.[1];
  return mask !== undefined && (BigInt(`0x${mask}`) & (1n << BigInt(signalNumber - 1))) !== 0n;
}

/** Node.js processes with the words of their commands, by process id. */
async function nodeCommands(): Promise<Map<number, string[]>> {
  if (process.platform === 'linux') {
    return new Map(
      listProcesses()
        .filter(({ pid }) => isNodeName(linkOf(`/proc/${pid}/exe`)))
        .map(({ pid }) => [pid, wordsOf(pid)]),
    );
  }
  if (process.platform === 'win32')
    return nodeInPowerShell(await outputOf('powershell', powerShell));
  // macOS cuts a program to 16 characters where another column follows.
  const [programs, commands] = await Promise.all(
    ['comm', 'args'].map((column) =>
      outputOf('ps', ['-ww', '-x', '-o', 'pid=', '-o', `${column}=`]),
    ),
  );
  return nodeInPs(programs!, commands!);
}

const powerShell = [
  '-NoProfile',
  '-Command',
  `Get-CimInstance Win32_Process -Filter "Name='node.exe'" | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }`,
];

export function nodeInPowerShell(rows: string): Map<number, string[]> {
  return new Map(
    rows.split('\n').flatMap((row): [number, string[]][] => {
      const [, pid, command] = /^(\d+) (.*?)\s*$/.exec(row) ?? [];
      return pid === undefined || command === undefined
        ? []
        : [[Number(pid), windowsText(command)]];
    }),
  );
}

/** Rows of two calls of `ps`: process ids with their programs, which may have spaces, and with the words of their commands. */
export function nodeInPs(programs: string, commands: string): Map<number, string[]> {
  const words = new Map(rowsOfPs(commands));
  return new Map(
    rowsOfPs(programs)
      .filter(([, program]) => isNodeName(program))
      .map(([pid, program]) => [pid, (words.get(pid) ?? program).split(' ')]),
  );
}

function rowsOfPs(rows: string): [pid: number, text: string][] {
  return rows.split('\n').flatMap((row): [number, string][] => {
    const [, pid, text] = /^\s*(\d+)\s+(.*?)\s*$/.exec(row) ?? [];
    return pid === undefined || text === undefined ? [] : [[Number(pid), text]];
  });
}

/** The process with all that it was started by. */
function ancestors(pid: number): Set<number> {
  const parents = new Map(listProcesses().map((row) => [row.pid, row.parent]));
  const found = new Set<number>();
  for (let up: number | undefined = pid; up !== undefined && !found.has(up); up = parents.get(up)) {
    found.add(up);
  }
  return found;
}

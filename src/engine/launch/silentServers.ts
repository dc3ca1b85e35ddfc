import { environmentOf, wordsOf } from '../processes/commandLine.ts';
import { portsOfEach, type ListeningPort } from '../processes/listeningPorts.ts';
import { isNodeName } from '../processes/nodeCommand.ts';
import { linkOf, statOf } from '../processes/procFiles.ts';
import { findTree } from '../processes/processTree.ts';
import type { RunMarks } from '../processes/runMarks.ts';
import type { Hello, Listener, TargetEvents } from '../processes/targetEvents.ts';

const lookMs = 500;
/** A process that reports itself has done so this long after it opened a port. */
const silentMs = 2000;

/**
 * The servers of a target that do not report themselves, because a program between has replaced
 * NODE_OPTIONS, and the preload with it:
 *
 *   npm start ─► start.sh, which exports NODE_OPTIONS ─► node server.js
 *
 * The process table has what their preload would have told (on Linux; elsewhere none is found).
 */
export class SilentServers {
  /** By process, host and port; Infinity once it was added. */
  readonly #openedAtMs = new Map<string, number>();
  readonly #added = new Set<number>();
  /** Most servers are found before the first look. */
  #lookedAtMs = performance.now();

  constructor(
    private readonly marks: RunMarks,
    private readonly events: TargetEvents,
  ) {}

  /** Adds to the events those that have been silent for two seconds. To be called often. */
  async look(): Promise<void> {
    const now = performance.now();
    if (process.platform !== 'linux' || now - this.#lookedAtMs < lookMs) return;
    this.#lookedAtMs = now;
    const { hellos, listeners } = this.events;
    const told = new Set(hellos.map(({ pid }) => pid));
    const silent = findTree(this.marks)
      .filter((pid) => this.#added.has(pid) || !told.has(pid))
      .flatMap((pid) => helloOf(pid) ?? []);
    if (silent.length === 0) return;
    const ports = await portsOfEach(silent.map(({ pid }) => pid));
    let isOpen = false;
    for (const { pid } of silent) {
      for (const port of ports.get(pid) ?? []) {
        const key = `${pid} ${port.host} ${port.port}`;
        const openedAtMs = this.#openedAtMs.get(key) ?? now;
        const isDue = now - openedAtMs > silentMs;
        this.#openedAtMs.set(key, isDue ? Infinity : openedAtMs);
        if (isDue) listeners.push(listenerOf(pid, port));
        isOpen ||= isDue;
      }
    }
    if (!isOpen) return;
    // Those that listen nowhere may have started the others.
    for (const hello of silent) {
      if (!this.#added.has(hello.pid)) hellos.push(hello);
      this.#added.add(hello.pid);
    }
  }
}

/** Null for another program, and for a process that shows a title instead of its command. */
function helloOf(pid: number): Hello | null {
  const execPath = linkOf(`/proc/${pid}/exe`);
  const [, ...words] = wordsOf(pid);
  if (!isNodeName(execPath) || words.length === 0) return null;
  const env = environmentOf(pid);
  const script = Math.max(
    0,
    words.findIndex((word) => !word.startsWith('-')),
  );
  return {
    type: 'hello',
    pid,
    ppid: Number(statOf(`/proc/${pid}/stat`)?.fields[1]),
    threadId: 0,
    isClusterWorker: env['NODE_UNIQUE_ID'] !== undefined,
    node: '',
    v8: '',
    execPath,
    execArgv: words.slice(0, script),
    argv: [execPath, ...words.slice(script)],
    cwd: linkOf(`/proc/${pid}/cwd`),
    hasChannel: env['NODE_CHANNEL_FD'] !== undefined,
    env,
  };
}

/** The port has been open for `silentMs` at least; its protocol is asked for like that of any other port. */
function listenerOf(pid: number, { host, port }: ListeningPort): Listener {
  const family = host.includes(':') ? 'IPv6' : 'IPv4';
  return {
    type: 'listening',
    pid,
    at: `${process.hrtime.bigint() - BigInt(silentMs) * 1_000_000n}`,
    address: { kind: 'tcp', host, port, family, isIpv6Only: false },
    protocol: 'tcp',
    hearsParent: false,
    nodeEnv: '',
  };
}

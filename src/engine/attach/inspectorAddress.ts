import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { connectHosts } from '../serving/loadAddress.ts';
import { portsOf, type ListeningPort } from '../processes/listeningPorts.ts';
import { isAlive } from '../processes/processTable.ts';
import { textOf } from '../processes/procFiles.ts';

const answerMs = 2000;
/** A machine that is busy takes its time; the port that another process has is never opened. */
const openMs = { portIsFree: 15_000, portIsTaken: 5000 };
/** A process that has opened none within this time may have had one open: what it listens on is asked. */
const openAlreadyMs = 700;
const pollMs = 50;
/** The port that Node.js opens its inspector on, with the next ones, which more processes take. */
const usualPorts = { from: 9229, to: 9329 };

export interface OpenInspector {
  /** The address of its WebSocket. */
  url: string;
  port: number;
}

/**
 * The inspector that answers on a port of this machine; null if none does. Asks whatever listens
 * there once or twice. Throws what aborts the signal.
 */
export async function inspectorOn(
  { host, port }: ListeningPort,
  signal?: AbortSignal,
): Promise<OpenInspector | null> {
  for (const each of connectHosts(host)) {
    const targets = await askTargets(each, port, signal);
    signal?.throwIfAborted();
    const path = targets && pathOf(targets);
    if (path) {
      return { url: `ws://${each.includes(':') ? `[${each}]` : each}:${port}${path}`, port };
    }
  }
  return null;
}

/** The path of the first target; the address in it is the one that the process itself knows. */
function pathOf(targets: unknown): string | null {
  const [first] = Array.isArray(targets) ? (targets as { webSocketDebuggerUrl?: unknown }[]) : [];
  const url = first?.webSocketDebuggerUrl;
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : null;
}

function askTargets(host: string, port: number, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const asked = get({ host, port, path: '/json/list', agent: false, ...(signal && { signal }) });
    // The time is for the whole answer, which may come a byte at a time.
    const deadline = setTimeout(() => settle(null), answerMs);
    const settle = (answer: unknown) => {
      clearTimeout(deadline);
      asked.destroy();
      resolve(answer);
    };
    asked.on('error', () => settle(null));
    asked.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        // No list of targets.
        if (text.length > 100_000) settle(null);
      });
      response.on('error', () => settle(null));
      response.once('end', () => settle(parsed(text)));
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The inspector of a process where it is open on a usual port. Its server is asked nothing. */
export async function usualInspector(
  pid: number,
  signal: AbortSignal,
): Promise<OpenInspector | null> {
  const isUsual = ({ port }: ListeningPort) => port >= usualPorts.from && port <= usualPorts.to;
  return firstInspector((await portsOf(pid)).filter(isUsual), signal);
}

/**
 * Asks a Node.js process to open its inspector, as `node inspect -p` does, and waits for it. The
 * inspector may have been open, on any port: then the process takes no notice. `isPortTaken`:
 * another process has the port that it would open. Once it is asked, it is waited for a moment
 * more where the signal is aborted, so that what it opens is known.
 */
export async function openInspector(
  pid: number,
  isPortTaken = false,
  signal?: AbortSignal,
): Promise<(OpenInspector & { wasOpen: boolean }) | null> {
  const waitMs = isPortTaken ? openMs.portIsTaken : openMs.portIsFree;
  const before = await portsOf(pid);
  signal?.throwIfAborted();
  const had = new Set(before.map(({ port }) => port));
  // Not in the types; the same as a signal where there are signals.
  (process as unknown as { _debugProcess(pid: number): void })._debugProcess(pid);
  const startMs = performance.now();
  let isAsked = false;
  for (;;) {
    const added = (await portsOf(pid)).filter(({ port }) => !had.has(port));
    const opened = await firstInspector(added);
    if (opened) return { ...opened, wasOpen: false };
    const waitedMs = performance.now() - startMs;
    if (signal?.aborted && waitedMs > openAlreadyMs) return null;
    if (!isAsked && waitedMs > openAlreadyMs) {
      isAsked = true;
      const found = await firstInspector(before, signal);
      if (found) return { ...found, wasOpen: true };
    }
    if (waitedMs > waitMs || !isAlive(pid)) return null;
    await delay(pollMs);
  }
}

/** Whether somebody is connected to the port already, such as a debugger (Linux only; false elsewhere). */
export function hasConnections(port: number): boolean {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/tcp', '/proc/net/tcp6'].some((table) =>
    textOf(table)
      .split('\n')
      .some((line) => {
        const [, local, , state] = line.trim().split(/\s+/);
        return state === '01' && local?.endsWith(end);
      }),
  );
}

async function firstInspector(
  ports: readonly ListeningPort[],
  signal?: AbortSignal,
): Promise<OpenInspector | null> {
  for (const port of ports) {
    const found = await inspectorOn(port, signal);
    if (found) return found;
  }
  return null;
}

/** Whether the process listens on the port no more, within a moment. */
export async function isClosed(pid: number, port: number): Promise<boolean> {
  const deadline = performance.now() + answerMs;
  for (;;) {
    if (!(await portsOf(pid)).some((each) => each.port === port)) return true;
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
}

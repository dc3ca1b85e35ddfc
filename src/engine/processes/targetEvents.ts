import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { LoopEvent } from '../../shared/signalsWire.ts';
import type { TargetEvent } from '../../shared/targetWire.ts';

export type Hello = Extract<TargetEvent, { type: 'hello' }>;
export type ListenError = Extract<TargetEvent, { type: 'listen-error' }>;
/** A listening server and its process. */
export type Listener = Extract<TargetEvent, { type: 'listening' }> & { pid: number };
/** An event with the thread that sent it. */
type OfThread<T extends TargetEvent['type']> = Extract<TargetEvent, { type: T }> & {
  pid: number;
  threadId: number;
};

const fileName = /^(\d+)-(\d+)\.ndjson$/;

/** Events that the target's processes have written to the run's folder, read on each {@link poll}. */
export class TargetEvents {
  readonly hellos: Hello[] = [];
  readonly listeners: Listener[] = [];
  readonly listenErrors: ListenError[] = [];
  /** When the last reported request came, on the system's monotonic clock. */
  lastRequestNs = 0n;
  hasStartedProfiler = false;
  /** The exit codes of processes that have begun to exit, and when that was read. */
  readonly exiting = new Map<number, { code: number; readAtMs: number }>();
  readonly loops: { pid: number; threadId: number; events: LoopEvent[] }[] = [];
  readonly counting: OfThread<'counting'>[] = [];
  readonly allocated: OfThread<'allocated'>[] = [];
  readonly grown: OfThread<'grown'>[] = [];
  private readonly readBytes = new Map<string, number>();

  constructor(private readonly folder: string) {}

  poll(): void {
    for (const name of namesIn(this.folder)) {
      const [, pid, threadId] = fileName.exec(name) ?? [];
      if (pid !== undefined) this.readNew(name, Number(pid), Number(threadId));
    }
  }

  private readNew(name: string, pid: number, threadId: number): void {
    const from = this.readBytes.get(name) ?? 0;
    const text = readFrom(join(this.folder, name), from);
    // A line that is still being written is left for the next poll.
    const end = text.lastIndexOf(0x0a) + 1;
    if (end === 0) return;
    this.readBytes.set(name, from + end);
    for (const line of text.toString('utf8', 0, end - 1).split('\n')) {
      this.take(line, pid, threadId);
    }
  }

  private take(line: string, pid: number, threadId: number): void {
    let event: TargetEvent;
    try {
      event = JSON.parse(line) as TargetEvent;
    } catch {
      return;
    }
    switch (event.type) {
      case 'hello':
        this.hellos.push(event);
        return;
      case 'listening':
        this.listeners.push({ ...event, pid });
        this.listeners.sort((a, b) => Number(BigInt(a.at) - BigInt(b.at)));
        return;
      case 'listen-error':
        this.listenErrors.push(event);
        return;
      case 'loop':
        this.takeLoop(event, pid, threadId);
        return;
      case 'exiting':
        this.exiting.set(pid, { code: event.code, readAtMs: performance.now() });
        return;
      case 'profiler':
        this.hasStartedProfiler = true;
        return;
      case 'request':
        this.lastRequestNs = max(this.lastRequestNs, BigInt(event.at));
        return;
      case 'counting':
        this.counting.push({ ...event, pid, threadId });
        return;
      case 'allocated':
        this.allocated.push({ ...event, pid, threadId });
        return;
      case 'grown':
        this.grown.push({ ...event, pid, threadId });
        return;
    }
  }

  private takeLoop(event: LoopEvent, pid: number, threadId: number): void {
    const known = this.loops.find((each) => each.pid === pid && each.threadId === threadId);
    if (known) known.events.push(event);
    else this.loops.push({ pid, threadId, events: [event] });
  }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** The ids of the processes that wrote events to a run's folder. */
export function pidsOfFolder(folder: string): number[] {
  const pids = namesIn(folder).flatMap((name) => fileName.exec(name)?.[1] ?? []);
  return [...new Set(pids.map(Number))];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readFrom(file: string, from: number): Buffer {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return Buffer.alloc(0);
  }
  try {
    const buffer = Buffer.alloc(Math.max(0, fstatSync(handle).size - from));
    return buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, from));
  } finally {
    closeSync(handle);
  }
}

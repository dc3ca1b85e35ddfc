import type { HookCallbacks } from 'node:async_hooks';
import type { OpenHandle } from '../../shared/growth.ts';

declare const __filename: string;

/** Names of `async_hooks` and those of `process.getActiveResourcesInfo()` for the same. */
const kinds: Readonly<Record<string, string>> = {
  Timeout: 'Timeout',
  TCPWRAP: 'TCPSocketWrap',
  PIPEWRAP: 'PipeWrap',
  FSEVENTWRAP: 'FSEvent',
  STATWATCHER: 'StatWatcher',
  UDPWRAP: 'UDPWrap',
  PROCESSWRAP: 'ProcessWrap',
};
const maxFrames = 30;
const maxOpen = 100_000;

/** The handles that a thread opens, and has not closed, with the stacks that opened them. */
export class OpenedHandles {
  readonly #stacks = new Map<number, { kind: string; stack: string }>();

  hooks(): HookCallbacks {
    return {
      init: (id, type) => {
        const kind = kinds[type];
        if (kind === undefined || this.#stacks.size >= maxOpen) return;
        this.#stacks.set(id, { kind, stack: stackNow() });
      },
      destroy: (id) => {
        this.#stacks.delete(id);
      },
    };
  }

  open(): OpenHandle[] {
    const counts = new Map<string, OpenHandle>();
    for (const { kind, stack } of this.#stacks.values()) {
      const key = `${kind}\n${stack}`;
      const known = counts.get(key);
      if (known) known.count++;
      else counts.set(key, { kind, count: 1, stack: framesOf(stack, __filename) });
    }
    return [...counts.values()];
  }
}

/** A server may have its own ways with stacks. */
function stackNow(): string {
  const { stackTraceLimit, prepareStackTrace } = Error;
  try {
    Error.stackTraceLimit = maxFrames;
    Error.prepareStackTrace = undefined as unknown as typeof prepareStackTrace;
    return new Error().stack ?? '';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

const frameLine =
  /^ {4}at (?:(?:async )?(.*?) \()?((?:file:\/\/|node:|[/A-Za-z]).*?):(\d+):(\d+)\)?$/;

/** @param own the file that took the stack, whose frames are left out */
export function framesOf(stack: string, own: string): OpenHandle['stack'] {
  return stack.split('\n').flatMap((text) => {
    const [, name = '', url, line, column] = frameLine.exec(text) ?? [];
    if (url === undefined || url === own) return [];
    return [{ name, url, line: Number(line), column: Number(column) }];
  });
}

import { formatCount } from '../../shared/format.ts';
import { none, type Rule } from './rule.ts';

/**
 * More sockets, timers or files are open after each block of load. From what Node.js says keeps the process alive
 * and, on Linux, its list of open files. It can't know of timers that keep nothing alive (`unref`).
 */
export const handleLeak: Rule = {
  kind: 'handle-leak',
  find: ({ report: { memory } }) =>
    (memory?.growth?.handles ?? []).map((leak) => {
      const { file, line, perRequest, open, example } = leak;
      const words = kindsInWords[leak.what] ?? { many: leak.what, close: 'Close them' };
      const opener = leak.name === null ? '' : ` ${leak.name} opens them.`;
      const last = example === null ? '' : ` The last one is ${example}.`;
      return {
        ...none,
        ...{ kind: 'handle-leak' as const, file, line, perRequest, price: 0.95 },
        text: `${formatCount(1000)} requests leave ${formatCount(perRequest * 1000)} ${words.many} open, ${formatCount(open)} by now.${opener}${last}`,
        next: `${words.close} when the request is done, on errors too.`,
        action: file === null ? null : { type: 'open-line' as const },
      };
    }),
};

const kindsInWords: Readonly<Record<string, { many: string; close: string }>> = {
  Timeout: { many: 'timers', close: 'Clear them' },
  TCPSocketWrap: { many: 'sockets', close: 'Close them' },
  PipeWrap: { many: 'pipes', close: 'Close them' },
  FSEvent: { many: 'file watchers', close: 'Close them' },
  StatWatcher: { many: 'file watchers', close: 'Close them' },
  UDPWrap: { many: 'UDP sockets', close: 'Close them' },
  ProcessWrap: { many: 'child processes', close: 'End them' },
  files: { many: 'files', close: 'Close them' },
};

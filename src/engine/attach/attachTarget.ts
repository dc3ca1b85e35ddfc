import type { AttachTarget } from '../../shared/attach.ts';
import { FailureError } from '../../shared/failure.ts';
import {
  foreignProcess,
  inspectorNotOpened,
  nobodyOnPort,
  notANodeProcess,
  processNotFound,
} from '../../shared/attachFailures.ts';
import { portHolder } from '../processes/portHolder.ts';
import {
  inspectorOn,
  openInspector,
  usualInspector,
  type OpenInspector,
} from './inspectorAddress.ts';
import { kindOfProcess } from './nodeProcesses.ts';

/** The port of the inspector of a process that was not told another. */
const defaultPort = 9229;

export interface FoundInspector extends OpenInspector {
  /** Null if it is not to be seen from here. */
  pid: number | null;
  /** Whether somebody else had opened it: then it stays open. */
  wasOpen: boolean;
  /** The port of the process's server where that was named; null: it is to be found out. */
  serverPort: number | null;
}

/**
 * The inspector of the process that is meant, which is opened where it is not. Throws FailureError
 * `process-not-found`, `not-a-node-process` or `inspector-not-opened`, and what aborts the signal.
 */
export async function findInspector(
  target: AttachTarget,
  signal: AbortSignal,
): Promise<FoundInspector> {
  if ('pid' in target) {
    const { pid } = target;
    return { ...(await inspectorOf(pid, signal)), pid, serverPort: null };
  }
  const { port } = target;
  // A container's inspector is reached by its port alone: the process is not to be seen from here.
  const open = await inspectorOn({ host: '::', port }, signal);
  const holder = await portHolder(port);
  const pid = holder?.pid ?? null;
  if (open) return { ...open, pid, wasOpen: true, serverPort: null };
  if (!holder) throw new FailureError(nobodyOnPort(port));
  return { ...(await inspectorOf(holder.pid, signal)), pid, serverPort: port };
}

async function inspectorOf(
  pid: number,
  signal: AbortSignal,
): Promise<OpenInspector & { wasOpen: boolean }> {
  const known = await kindOfProcess(pid);
  switch (known.kind) {
    case 'none':
      throw new FailureError(processNotFound(pid));
    case 'other-user':
      throw new FailureError(foreignProcess(pid, known.command));
    case 'other-program':
      throw new FailureError(notANodeProcess(pid, known.command));
    case 'node':
    case 'node-without-signal':
      break;
  }
  const usual = await usualInspector(pid, signal);
  if (usual) return { ...usual, wasOpen: true };
  if (known.kind === 'node-without-signal') {
    throw new FailureError(inspectorNotOpened(pid, { kind: 'no-signal' }));
  }
  const taken = await portHolder(defaultPort);
  const opened = await openInspector(pid, taken !== null, signal);
  if (opened) return opened;
  signal.throwIfAborted();
  throw new FailureError(
    inspectorNotOpened(
      pid,
      taken ? { kind: 'port-taken', port: defaultPort, holder: taken } : { kind: 'no-answer' },
    ),
  );
}

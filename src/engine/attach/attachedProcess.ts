import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AttachTarget } from '../../shared/attach.ts';
import { FailureError, type Failure } from '../../shared/failure.ts';
import {
  inspectorClosed,
  inspectorNotOpened,
  processEnded,
  processPaused,
} from '../../shared/attachFailures.ts';
import { artifactPath } from '../programs/artifacts.ts';
import { GuardProcess } from '../programs/guardProcess.ts';
import { nameRunFolder } from '../runFolder/runFolder.ts';
import type { Interruption } from '../processes/interruption.ts';
import { portsOf, type ListeningPort } from '../processes/listeningPorts.ts';
import { isAlive } from '../processes/processTable.ts';
import { findInspector, type FoundInspector } from './attachTarget.ts';
import {
  InspectedProcess,
  type CodePlace,
  type ProcessFacts,
} from '../samplers/inspectedProcess.ts';
import { hasConnections, isClosed } from './inspectorAddress.ts';
import { ConnectionLost, Unanswered } from '../samplers/inspectorConnection.ts';

/** An event loop that comes round does so within this time; else it is looked at why. */
const roundMs = 1500;
/** A process that has let go of its connection ends within this time. */
const endMs = 1000;
const pollMs = 50;

const sharedNote =
  'Another program, such as a debugger, was attached to the process too, which can slow down its code: shares may be off.';

function stuckNote({ name, url, line }: CodePlace): string {
  const file = url.replace(/^.*[\\/]/, '');
  const place = `${file === '' ? '' : `${file}:`}${line}`;
  return `The event loop did not come round as it was attached to: it was in ${name === '' ? 'code' : name} at ${place}.`;
}

/** A process that runs already, with what was done to it to attach, all of which {@link detach} takes back. */
export class AttachedProcess {
  #leaving: Promise<string | null> | null = null;

  private constructor(
    private readonly found: FoundInspector,
    readonly inspected: InspectedProcess,
    readonly facts: ProcessFacts,
    /** Whether it can be looked at from here, as one in a container can't. */
    readonly isHere: boolean,
    /** Notes on it for the reader of the report. */
    readonly notes: readonly string[],
    private readonly guard: GuardProcess | null,
  ) {}

  /**
   * Attaches; whatever goes wrong, the process is left as it was found. If the connection is lost
   * later, that interrupts the run. Throws FailureError.
   */
  static async attach(target: AttachTarget, interruption: Interruption): Promise<AttachedProcess> {
    const { signal } = interruption;
    // Not raced, so that what it opens is known when it is cancelled.
    const found = await findInspector(target, signal);
    const guard = found.wasOpen ? null : await guardOf(found);
    const isShared = hasConnections(found.port);
    const inspected = await connect(found, signal);
    try {
      await interruption.until(inspected.listen());
      const facts = await interruption.until(inspected.facts());
      const notes = isShared ? [sharedNote] : [];
      if (!(await interruption.until(inspected.comesRound(roundMs)))) {
        const place = await interruption.until(inspected.whereItIs());
        if (place === 'paused') throw new FailureError(processPaused(facts.pid));
        if (place) notes.push(stuckNote(place));
      }
      const isHere = (await portsOf(facts.pid)).some(({ port }) => port === found.port);
      const attached = new AttachedProcess(found, inspected, facts, isHere, notes, guard);
      void inspected.closed.then(() => attached.#lost(interruption));
      return attached;
    } catch (error) {
      const isLost = error instanceof ConnectionLost;
      const failure = isLost ? await whyLost(found.pid, inspected) : null;
      await leave(found, inspected);
      await guard?.done();
      if (failure) throw new FailureError(failure);
      throw error instanceof Unanswered ? new FailureError(silent(found)) : error;
    }
  }

  /** The ports that its servers listen on. If a port was named, only that one. */
  async serverPorts(): Promise<ListeningPort[]> {
    if (!this.isHere) return [];
    const { port: inspectorPort, serverPort } = this.found;
    return (await portsOf(this.facts.pid)).filter(({ port }) =>
      serverPort === null ? port !== inspectorPort : port === serverPort,
    );
  }

  /** The failure of a process that has answered before and no longer does. */
  get silence(): Failure {
    return silent(this.found);
  }

  /** Leaves the process as it was found; gives a sentence if that failed. A second call waits for the first. */
  detach(): Promise<string | null> {
    return (this.#leaving ??= this.#leave());
  }

  async #leave(): Promise<string | null> {
    const { found, inspected, facts } = this;
    await leave(found, inspected);
    await this.guard?.done();
    if (found.wasOpen || (await isClosed(facts.pid, found.port))) return null;
    return `The inspector of process ${facts.pid}, which was opened to attach to it, stays open on port ${found.port}.`;
  }

  /** The connection is gone; the process may be, too. */
  async #lost(interruption: Interruption): Promise<void> {
    if (this.#leaving) return;
    const { inspected, facts, isHere } = this;
    interruption.raise(isHere ? await whyLost(facts.pid, inspected) : processEnded(facts.pid));
  }
}

/** Finds out what became of a process whose connection is gone; `pid` is null if it is not to be seen from here. */
async function whyLost(pid: number | null, inspected: InspectedProcess): Promise<Failure> {
  if (pid === null) return processEnded(null);
  const end = performance.now() + endMs;
  const runsOn = () => !inspected.isEnding && isAlive(pid);
  while (runsOn() && performance.now() < end) await delay(pollMs);
  return runsOn() ? inspectorClosed(pid) : processEnded(pid);
}

/** Closes the inspector if the engine dies before it has closed it. */
function guardOf({ url }: FoundInspector): GuardProcess {
  // It has no folder to remove: the name alone tells it what is not its own.
  const guard = new GuardProcess(nameRunFolder());
  const words = [artifactPath('closeInspector.cjs'), url];
  guard.thenStart({ file: process.execPath, arguments: words, cwd: dirname(process.execPath) });
  return guard;
}

async function connect(found: FoundInspector, signal: AbortSignal): Promise<InspectedProcess> {
  try {
    return await InspectedProcess.open(found.url, signal);
  } catch {
    signal.throwIfAborted();
    throw new FailureError(silent(found));
  }
}

function silent({ pid, port }: FoundInspector): Failure {
  return inspectorNotOpened(pid, { kind: 'silent', port });
}

async function leave({ wasOpen }: FoundInspector, inspected: InspectedProcess): Promise<void> {
  await inspected.leave();
  // A process that has ended has none to close.
  if (!wasOpen) await inspected.closeInspector().catch(() => {});
  await inspected.close();
}

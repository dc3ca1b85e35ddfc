import { outputOf } from '../processes/outputOf.ts';
import { namesIn, statOf, textOf } from '../processes/procFiles.ts';
import { interruptingThreads } from './samplerCpu.ts';

/** A thread under load moves to another CPU a few times a second. */
const lookMs = 50;

/** The place of the CPU in `fields`: it is the 39th of all, and the state is the third. */
const cpuField = 39 - 3;

/** A process with its one sampling thread, and the CPU that this is held on. */
interface Sampled {
  pid: number;
  sampler: string;
  cpu: string | null;
}

/**
 * Holds the thread that takes the samples on the CPU of the main thread, until the function that it gives is
 * called. In a virtual machine an interrupt from another CPU may come late: at the next system call, which
 * then has the time of the code before it. A server that works for 9 of 23 µs and writes its answer in the
 * rest had 10 % instead of 40 %. No thread of the server itself is held.
 *
 * Does nothing outside of virtual machines and without `taskset`, and leaves out processes with several
 * isolates, whose sampling threads can't be told apart.
 */
export function holdSamplersBesideMain(pids: Iterable<number>): () => void {
  if (!isVirtualMachine()) return () => {};
  const all = [...new Set(pids)].flatMap(sampledOf);
  const look = () => all.forEach(follow);
  look();
  const timer = setInterval(look, lookMs);
  return () => clearInterval(timer);
}

function sampledOf(pid: number): Sampled[] {
  const threads = namesIn(`/proc/${pid}/task`).filter((thread) =>
    interruptingThreads.has(textOf(`/proc/${pid}/task/${thread}/comm`).trimEnd()),
  );
  const [sampler] = threads;
  return sampler !== undefined && threads.length === 1 ? [{ pid, sampler, cpu: null }] : [];
}

function follow(sampled: Sampled): void {
  const { pid, sampler } = sampled;
  const cpu = statOf(`/proc/${pid}/task/${pid}/stat`)?.fields[cpuField];
  if (cpu === undefined || cpu === sampled.cpu) return;
  sampled.cpu = cpu;
  // If it fails, the system goes on to choose the CPU of this thread.
  void outputOf('taskset', ['-cp', cpu, sampler]);
}

function isVirtualMachine(): boolean {
  return (
    process.platform === 'linux' && /^flags\s*:.* hypervisor( |$)/m.test(textOf('/proc/cpuinfo'))
  );
}

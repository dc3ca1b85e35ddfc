import type { BusyProgram } from '../processes/busyPrograms.ts';

/**
 * Says which programs had the CPUs while the server waited for one. A program that became busy with
 * the load may serve it, as a database does: that is not noise and would stay on a quiet machine.
 *
 * @param others null if unknown
 */
export function waitedForCpu(waited: number, others: readonly BusyProgram[] | null): string {
  const what = `For ${Math.round(waited * 100)} % of its time the server waited for a CPU, and shares lean towards the lines at which it was interrupted, such as those that send the answer.`;
  if (others === null) return `${what} Run again when the machine is quiet.`;
  const noise = others.filter(({ isSinceLoad }) => !isSinceLoad);
  const sinceLoad = others.filter(({ isSinceLoad }) => isSinceLoad);
  const sentences = [what];
  if (noise.length > 0) {
    sentences.push(
      `${list(noise)} ${noise.length === 1 ? 'was' : 'were'} busy before the load too: run again when the machine is quiet.`,
    );
  }
  if (sinceLoad.length > 0) {
    const one = sinceLoad.length === 1;
    sentences.push(
      `${list(sinceLoad)} ${one ? 'has' : 'have'} been busy since the load began: if ${one ? 'it serves' : 'they serve'} the server, as a database does, that is no noise, and only more CPUs make up for it.`,
    );
  }
  if (others.length === 0) {
    sentences.push(
      'No other program that can be seen from here was busy: the server, the load and Hotframe itself share too few CPUs, or something outside of this system has them.',
    );
  }
  return sentences.join(' ');
}

/** `postgres (85 % of a CPU) and chrome (40 %)`. */
function list(programs: readonly BusyProgram[]): string {
  const words = programs.map(({ name, share }, at) => {
    const percent = `${Math.round(share * 100)} %`;
    return `${name} (${percent}${at === 0 ? ' of a CPU' : ''})`;
  });
  const last = words.pop()!;
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

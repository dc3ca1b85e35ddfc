import { commandOf } from './commandLine.ts';
import { listeningPorts, portsByLsof, type ListeningPort } from './listeningPorts.ts';

export interface PortHolder {
  pid: number;
  /** Redacted and cut to 120 characters. */
  command: string;
}

/** The process that listens on a local TCP port, if the system shows it. */
export async function portHolder(port: number): Promise<PortHolder | null> {
  const pid =
    holderIn(await listeningPorts(), port) ??
    (process.platform === 'linux' ? holderIn(await portsByLsof(), port) : null);
  return pid === null ? null : { pid, command: await commandOf(pid) };
}

export function holderIn(ports: Map<number, ListeningPort[]>, port: number): number | null {
  for (const [pid, listened] of ports) {
    if (listened.some((each) => each.port === port)) return pid;
  }
  return null;
}

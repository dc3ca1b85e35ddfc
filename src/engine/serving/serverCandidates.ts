import type { LoadRequest } from '../../shared/runOptions.ts';
import type { Candidate } from './chooseServer.ts';
import { connectHosts, originOf, type ServerPlace } from './loadAddress.ts';
import { acceptsConnections, askOnce, probeScheme } from './probe.ts';
import type { Listener } from '../processes/targetEvents.ts';

/** After this time a server is judged without its answer. */
const answerMs = 2000;
/** Listeners of other protocols are probed this long after they open, and again at this interval. */
const otherProtocolMs = 1000;

export interface FoundServer extends Candidate {
  /** All listeners at the place: the processes of a cluster share one. */
  listeners: Listener[];
  foundAtMs: number;
  /** The listener's process closest to the launched one. */
  owner: { pid: number; steps: number };
}

/** The target's listeners that speak HTTP/1.1, with their answers to the load's request. */
export class ServerCandidates {
  readonly #found = new Map<string, FoundServer>();
  readonly #places = new Map<Listener, FoundServer>();
  readonly #askedAtMs = new Map<Listener, number>();

  constructor(
    private readonly request: LoadRequest,
    /** How many steps a process is below the launched one. */
    private readonly stepsOf: (pid: number) => number,
  ) {}

  get all(): FoundServer[] {
    return [...this.#found.values()];
  }

  get lastFoundAtMs(): number {
    return Math.max(0, ...this.all.map(({ foundAtMs }) => foundAtMs));
  }

  /** Whether every listener was probed and none speaks HTTP/1.1. */
  isNone(listeners: readonly Listener[]): boolean {
    return this.#found.size === 0 && listeners.every((listener) => this.#askedAtMs.has(listener));
  }

  /** Tries the listeners that are not connected to a place yet. `isLast` probes all of them without delay. */
  async take(listeners: readonly Listener[], isLast: boolean): Promise<void> {
    for (const listener of listeners) {
      if (this.#places.has(listener)) continue;
      const place = await this.#placeOf(listener, isLast);
      if (!place) continue;
      const origin = originOf(place);
      const known = this.#found.get(origin);
      const owner = { pid: listener.pid, steps: this.stepsOf(listener.pid) };
      const server = known ?? {
        place,
        answer: null,
        listeners: [],
        foundAtMs: performance.now(),
        owner,
      };
      if (owner.steps < server.owner.steps) server.owner = owner;
      server.listeners.push(listener);
      this.#places.set(listener, server);
      this.#found.set(origin, server);
    }
  }

  /**
   * Sends the request to servers that were not asked yet. One with effects is sent only if there
   * are several servers.
   */
  ask(): void {
    const isHarmless = this.request.method === 'GET' || this.request.method === 'HEAD';
    if (!isHarmless && this.#found.size < 2) return;
    for (const server of this.all) {
      if (server.answer !== null) continue;
      server.answer = 'waiting';
      void askOnce(server.place, this.request, answerMs).then(
        (answer) => (server.answer = answer ?? 'none'),
      );
    }
  }

  /** Null while the listener can't be loaded. */
  async #placeOf(listener: Listener, isLast: boolean): Promise<ServerPlace | null> {
    const { address, protocol } = listener;
    const ends =
      address.kind === 'pipe'
        ? [{ host: 'localhost', port: 0, socketPath: address.path }]
        : connectHosts(address.host, address.isIpv6Only).map((host) => ({
            host,
            port: address.port,
            socketPath: null,
          }));
    if (protocol === 'http' || protocol === 'https') {
      for (const end of ends) {
        const place = { ...end, scheme: protocol };
        if (await acceptsConnections(place)) return place;
      }
      return null;
    }
    // It may still speak HTTP/1.1: by a protocol switch of its own, or as HTTP/2 with a fallback.
    if (address.kind === 'pipe' || this.#found.size > 0) return null;
    if (!this.#isDue(listener, isLast)) return null;
    for (const end of ends) {
      const scheme = await probeScheme(end);
      if (scheme) return { ...end, scheme };
    }
    return null;
  }

  /** Whether it is time to probe a listener of another protocol. */
  #isDue(listener: Listener, isLast: boolean): boolean {
    const now = performance.now();
    const listensMs = Number(process.hrtime.bigint() - BigInt(listener.at)) / 1e6;
    const last = this.#askedAtMs.get(listener) ?? now - listensMs;
    if (!isLast && now - last < otherProtocolMs) return false;
    this.#askedAtMs.set(listener, now);
    return true;
  }
}

import { performance } from 'node:perf_hooks';

/** Following a request makes it slower, and those beside it if the event loop is busy. */
const busyUtilization = 0.5;
/** Then so many at a time are followed at most. */
const maxFollowedIfBusy = 3;
/** And of all at most this share, chosen by chance, because the first that a load sends wait least. */
const followedShareIfBusy = 0.3;
/** In a second of CPU time so many tell enough; more would only make the load dearer. */
const enoughPerSecond = 300;
/** So many requests tell how many there are in a second. */
const firstRequests = 20;
const reckonedMs = 50;

/** Chooses which requests are followed: all of a load that leaves the event loop time, otherwise some. */
export class FollowChance {
  readonly #utilization = performance.eventLoopUtilization();
  readonly #cpu = process.cpuUsage();
  #requests = 0;
  #share = followedShareIfBusy;
  #last = this.#utilization;
  #nextMs = performance.now() + reckonedMs;

  /** @param countFollowed gives how many are followed whose answers have not ended; asked on a busy server alone */
  mayFollow(countFollowed: () => number): boolean {
    this.#requests++;
    const now = performance.now();
    if (now > this.#nextMs) {
      this.#share = this.#shareNow();
      this.#nextMs = now + reckonedMs;
    }
    if (this.#share === 1) return true;
    return Math.random() < this.#share && countFollowed() < maxFollowedIfBusy;
  }

  /** Share of the time in which the event loop had work. */
  get busyShare(): number {
    return performance.eventLoopUtilization(this.#utilization).utilization;
  }

  #shareNow(): number {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#last);
    this.#last = now;
    if (utilization < busyUtilization) return 1;
    if (this.#requests < firstRequests) return followedShareIfBusy;
    const { user, system } = process.cpuUsage(this.#cpu);
    const enough = (enoughPerSecond * (user + system)) / 1e6;
    return Math.min(followedShareIfBusy, enough / this.#requests);
  }
}

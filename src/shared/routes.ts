import type { LatencyParts } from './requestTimes.ts';

/**
 * The facts that a load with several routes tells of each: its requests by method and path, where paths that
 * differ by values alone are one.
 */

/** The figures on a route but for its CPU time. */
export interface RouteTimes {
  /** Such as `GET /orders/:id`. */
  route: string;
  /** Answers of the measured window. */
  requests: number;
  /** Latency as the load saw it in the window; null without answers. */
  meanMs: number | null;
  /** Requests that were followed from their arrival to the end of their answer, after the window. */
  sampled: number;
  /** The parts of the mean latency, as in `requests` of the report; null if too few were followed. */
  parts: LatencyParts | null;
  /** Lines at which its requests wait, longest first; empty if too few were followed. */
  waits: RouteWaitLine[];
}

export interface RouteWaitLine {
  /** Original source, absolute. */
  file: string;
  /** 1-based. */
  line: number;
  /** Mean for each request of the route. */
  waitMs: number;
}

/** In the report. Shares are of the on-CPU samples of the whole window. */
export interface RouteReport extends Omit<RouteTimes, 'waits'> {
  cpuShare: number;
  /** CPU time of the server for each of its requests; null if the system does not tell it. */
  cpuMicrosPerRequest: number | null;
  /** By self; those at which requests only wait have none. */
  lines: RouteLine[];
}

export interface RouteLine {
  file: string;
  line: number;
  self: number;
  viaAwait: number;
  /** Mean for each request of the route; 0 if it does not wait here, or too few were followed. */
  waitMs: number;
}

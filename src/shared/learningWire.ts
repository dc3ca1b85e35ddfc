import type { StepKind, WaitName } from './requestTimes.ts';

/**
 * The answer that the learner (src/engine/learner.ts) writes for one thread at the end of the learning phase: a
 * CPU profile of V8, and for each of its samples the context in which it was taken. A context says
 * which code has caused the work that runs: the frames at which its promise or resource was made.
 */
export interface LearnedThread {
  pid: number;
  /** 0 on the main thread. */
  threadId: number;
  /** As `Profiler.stop` of the inspector gives it; its samples tell the times in microseconds. */
  profile: object;
  scripts: LearnedScript[];
  functions: LearnedFunction[];
  contexts: LearnedContext[];
  /**
   * One entry for each sample of the profile: an index into `contexts`, {@link noContext} or
   * {@link notLearned}.
   */
  contextOfSample: number[];
  /** Routes of the requests that it got, such as `GET /orders/:id`; empty if they were not asked for. */
  routes: string[];
  /** One entry for each sample: an index into `routes`, {@link noContext} or {@link notLearned}. */
  routeOfSample: number[];
  /** How often something was made in a context for a request of a route (or {@link noContext}). */
  routesOfContexts: [context: number, route: number, count: number][];
  /** Messages that libraries posted to other threads. */
  posts: LearnedPosts[];
  /** Requests from their arrival to the end of their answer; null if none was followed. */
  requests: LearnedRequests | null;
  /** Why contexts are not known to the end, such as too many of them; null if they are. */
  problem: string | null;
}

/** The url of a script, as V8 has it. */
type LearnedScript = string;

/** A function by its script (index into `scripts`), name, and 1-based start. */
export type LearnedFunction = [script: number, name: string, line: number, column: number];

/** Frames that may be the user's, innermost first, and the context in which they ran (-1: none). */
export interface LearnedContext {
  /** Index into `functions`, 1-based line and column; flat, three numbers a frame. */
  frames: number[];
  parent: number;
}

/** Messages that one file of a library posted in one context; to which thread is not known. */
export interface LearnedPosts {
  /** The url or path of the script. */
  library: string;
  /** Index into `contexts`, or {@link noContext}. */
  context: number;
  count: number;
}

/** Milliseconds are sums over the requests that were followed, from their arrival to the end of their answer. */
export interface LearnedRequests extends RequestSums {
  /** Share of the phase in which the event loop had work. */
  busyShare: number;
  waits: LearnedWait[];
  /** The time of each request from its arrival to the end of its answer; only of the first ones if there are very many. */
  latenciesMs: number[];
  /** Some of the requests, chosen by chance. */
  paths: LearnedPath[];
  /** The same sums by route, such as `GET /orders/:id`. */
  routes: RouteSums[];
}

export interface RequestSums {
  count: number;
  cpuMs: number;
  queueMs: number;
  waitMs: number;
}

export interface RouteSums extends RequestSums {
  route: string;
  waits: RouteWait[];
}

/** How long its requests wait in one context, over all of them. */
export interface RouteWait {
  /** Index into `contexts`, or {@link noContext}. */
  context: number;
  ms: number;
}

/** The path of one request in the order of time. */
export interface LearnedPath {
  ms: number;
  steps: LearnedStep[];
}

export interface LearnedStep {
  /** Since the arrival. */
  startMs: number;
  ms: number;
  kind: StepKind;
  /** Index into `contexts`, or {@link noContext}. */
  context: number;
  /** The thing that it waits for; null if the kind is not `wait`. */
  name: WaitName | null;
}

/** All waits of one context for the same thing. */
export interface LearnedWait extends WaitName {
  /** Index into `contexts`, or {@link noContext}. */
  context: number;
  /** One entry for each single wait. */
  ms: number[];
}

/** Nothing of the user's has caused it. */
export const noContext = -1;
/** It is the learner's own work, or goes back to a promise that was made before the learning phase. */
export const notLearned = -2;

/** In the run's folder: the engine makes the files in it, and the preload of each thread watches it. */
export const learningFolder = 'learning';
/** Begins to learn what causes CPU time, and of which route it is if it holds the port of a load with several. */
export const beginFile = 'begin';
/** Ends learning what has caused CPU time, and begins to follow the requests of the port that it holds. */
export const followFile = 'follow';
export const endFile = 'end';
/** Ends of the names of what each thread writes, after `<pid>-<threadId>`. */
export const begunSuffix = '.begun';
/** Instead of it: holds the error for which the thread can't learn. */
export const refusedSuffix = '.refused';
export const followingSuffix = '.following';
export const learnedSuffix = '.json';

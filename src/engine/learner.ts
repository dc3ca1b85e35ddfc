import { createHook } from 'node:async_hooks';
import { Session } from 'node:inspector';
import { threadId } from 'node:worker_threads';
import { writeWatched } from './files/watchedFile.ts';
import { ContextRoutes } from './learning/contextRoutes.ts';
import { Contexts, type Hooks } from './learning/contexts.ts';
import { noClientCalls, watchClients } from './learning/clients/watchClients.ts';
import { PostedMessages } from './learning/postedMessages.ts';
import type { Learning } from './learning/watchLearning.ts';
import { watchRequests, watchRequestStarts } from './learning/watchRequests.ts';
import { RequestPaths } from './learning/requestPaths.ts';
import { RunningRoutes } from './learning/runningRoutes.ts';
import { contextsOfSamples, Segments, type TimedProfile } from './learning/segments.ts';
import {
  begunSuffix,
  followingSuffix,
  learnedSuffix,
  type LearnedThread,
} from '../shared/learningWire.ts';

/**
 * Runs in the target after the measured window, in each thread, while the load goes on: learns which
 * line has caused the work that runs without a frame of the user's on the stack. `async_hooks` say
 * when a context runs, V8's CPU profiler what runs meanwhile, and both have the same clock. It is
 * loaded by the preload when the learning phase begins, so that a run before pays nothing for it.
 */

/** Half of V8's usual one, since the phase is short. */
const intervalMicros = 500;

/**
 * Begins to learn what has caused CPU time.
 *
 * @param port of a load with several routes, which are learned as well; null without such
 * @param own is told the session whose profiler is the learner's
 */
export function learn(
  folder: string,
  port: number | null,
  own: (session: object) => void,
): Learning {
  const session = new Session();
  own(session);
  session.connect();
  const post = (method: string, parameters: object = {}): object => {
    let result: object = {};
    session.post(method, parameters, (error, given) => {
      if (error) throw error;
      result = given as object;
    });
    return result;
  };
  const answer = `${folder}/${process.pid}-${threadId}`;
  const segments = new Segments();
  const contexts = new Contexts(segments, __filename);
  const routeSegments = new Segments();
  const routes = port === null ? null : new RunningRoutes(routeSegments, port);
  const made = new ContextRoutes();
  const hook = createHook(routes ? withRoutes(contexts, routes, made) : contexts.hooks());
  post('Profiler.enable');
  post('Profiler.setSamplingInterval', { interval: intervalMicros });
  post('Profiler.start');
  hook.enable();
  const endCalls = watchClients(noClientCalls);
  const posted = new PostedMessages(contexts);
  const endPosts = posted.watch();
  const endRequests = routes ? watchRequestStarts(routes) : () => {};
  let profile: TimedProfile | null = null;
  let paths: RequestPaths | null = null;
  let endFollowing = () => {};
  const endProfile = (): TimedProfile => {
    hook.disable();
    endCalls();
    endPosts();
    endRequests();
    const stopped = post('Profiler.stop') as { profile: TimedProfile };
    post('Profiler.disable');
    session.disconnect();
    return stopped.profile;
  };
  // The load begins at this, and starting V8's profiler may take longer than the load lasts.
  writeWatched(`${answer}${begunSuffix}`);
  return {
    follow(port) {
      profile = endProfile();
      contexts.endTimes();
      ({ paths, end: endFollowing } = followRequests(port, contexts));
      writeWatched(`${answer}${followingSuffix}`);
    },
    end() {
      profile ??= endProfile();
      endFollowing();
      const learned: LearnedThread = {
        pid: process.pid,
        threadId,
        profile,
        ...contexts.tables(),
        contextOfSample: contextsOfSamples(profile, segments, __filename),
        routes: routes?.names ?? [],
        routesOfContexts: made.results(),
        routeOfSample: routes ? contextsOfSamples(profile, routeSegments, __filename) : [],
        posts: posted.results(),
        requests: paths?.results() ?? null,
        problem: contexts.problem,
      };
      writeWatched(`${answer}${learnedSuffix}`, JSON.stringify(learned));
    },
  };
}

function withRoutes(contexts: Contexts, routes: RunningRoutes, made: ContextRoutes): Hooks {
  const ofContexts = contexts.hooks();
  const ofRoutes = routes.hooks();
  return {
    init: (id, ...given) => {
      ofContexts.init(id, ...given);
      ofRoutes.init(id, ...given);
      made.add(contexts.madeIn(id), routes.current);
    },
    before: (id) => {
      ofContexts.before(id);
      ofRoutes.before(id);
    },
    after: (id) => {
      ofContexts.after(id);
      ofRoutes.after(id);
    },
    promiseResolve: (id) => {
      ofContexts.promiseResolve(id);
      ofRoutes.promiseResolve(id);
    },
  };
}

/**
 * Hooks are on only while a request is followed, and only what such requests make has its stack taken, so
 * that the others stay as fast as before.
 */
function followRequests(
  port: number,
  contexts: Contexts,
): { paths: RequestPaths; end: () => void } {
  const ofContexts = contexts.hooks();
  const hook = createHook({
    init: (id, type, trigger, resource) => {
      if (!paths.isFollowing) return;
      ofContexts.init(id, type, trigger, resource);
      paths.made(id, type, trigger, contexts.madeIn(id));
    },
    before: (id) => {
      ofContexts.before(id);
      paths.enter(id);
    },
    after: (id) => {
      paths.leave();
      ofContexts.after(id);
    },
    promiseResolve: (id) => {
      paths.resolved(id);
      ofContexts.promiseResolve(id);
    },
  });
  const paths = new RequestPaths(port, {
    on(id) {
      contexts.resume(id);
      hook.enable();
    },
    off: () => hook.disable(),
  });
  const endRequests = watchRequests(paths);
  const endClients = watchClients(paths);
  return {
    paths,
    end() {
      hook.disable();
      endRequests();
      endClients();
    },
  };
}

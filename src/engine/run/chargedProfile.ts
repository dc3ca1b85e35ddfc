import { chargeAwaits, type LearnedSamples } from '../../analysis/awaits/chargeAwaits.ts';
import type { LearnedWork } from '../../analysis/awaits/learnedWork.ts';
import { requestTimes } from '../../analysis/awaits/requestTimes.ts';
import { routeTimes, type WindowRoute } from '../../analysis/awaits/routeTimes.ts';
import { gcShare } from '../../analysis/profile/gcShare.ts';
import type { Profile, ProfileRoutes } from '../../analysis/profile/profile.ts';
import { routeCpu } from '../../analysis/profile/routeCpu.ts';
import type { RequestTimes } from '../../shared/requestTimes.ts';
import { cpuMicrosPerRequest, type RunKnowledge } from './runReport.ts';

type Load = NonNullable<RunKnowledge['load']>;
type SourceOf = (file: string) => string | null;

/** The results of the learning phases of this run and an earlier one, which follow their windows. */
export interface Learned {
  /** By which samples are charged: of this run or of an earlier one of the same code. */
  charging: LearnedWork | null;
  /** The work of this run, whose requests were followed; null if none were. */
  followed: LearnedWork | null;
}

/** A profile with what was learned of its samples and its requests. */
export function chargedProfile<Sampled extends Profile>(
  sampled: Sampled,
  { charging, followed }: Learned,
  load: Load | null,
  sourceOf: (profile: Profile) => SourceOf,
): Sampled {
  const routes = load?.routes.hasSeveral ? load.routes : null;
  const charged = charging
    ? { ...sampled, ...chargeAwaits(sampled, learnedSamples(charging, routes)) }
    : sampled;
  if (!load || !followed) return charged;
  const requests = timesOfRequests(charged, followed, load, sourceOf(charged));
  return {
    ...charged,
    ...(requests && { requests }),
    ...(routes && charged.samples.route && { routes: timesOfRoutes(charged, followed, load) }),
  };
}

function learnedSamples(
  { profile, causes, posts, routeNames, routes, routeHints }: LearnedWork,
  ofLoad: Load['routes'] | null,
): LearnedSamples {
  if (!ofLoad) return { profile, causes, posts };
  const numbers = routeNames.map((name) => ofLoad.numberOf(name));
  const ofSamples = routes.map((route) => numbers[route] ?? route);
  const hints = routeHints.map((each) => ({ ...each, route: numbers[each.route] ?? each.route }));
  return { profile, causes, posts, routes: { ofSamples, hints } };
}

function timesOfRequests(
  profile: Profile,
  work: LearnedWork,
  load: Load,
  sourceOf: SourceOf,
): RequestTimes | null {
  const cpuMicros = cpuMicrosPerRequest(load);
  if (cpuMicros === null) return null;
  const { mean, p50 } = load.done.latencyMs;
  const cpu = { cpuMs: cpuMicros / 1000, gcShare: gcShare(profile) };
  return requestTimes(work, { meanMs: mean, p50Ms: p50, ...cpu }, sourceOf);
}

function timesOfRoutes(
  profile: Profile,
  work: LearnedWork,
  { done, routes, cpuMicros, redact }: Load,
): ProfileRoutes {
  const cpu = routeCpu(profile, routes.names.length);
  const windows = routes.answers(done.byRequest).map(({ answers, latencySumMs }, number) => {
    const { share, gcShare: gc } = cpu[number]!;
    return {
      route: redact(routes.names[number]!),
      requests: answers,
      meanMs: answers === 0 ? null : latencySumMs / answers,
      cpuMs: answers === 0 ? 0 : ((cpuMicros ?? 0) * share) / answers / 1000,
      gcShare: gc,
    } satisfies WindowRoute;
  });
  return { list: routeTimes(work, windows, (route) => routes.numberOf(route)), cpuMicros };
}

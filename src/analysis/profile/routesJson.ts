import { plainLine } from '../../shared/plainText.ts';
import {
  amount,
  conforms,
  count,
  orNull,
  position,
  share,
  text,
  type Fields,
} from './jsonShape.ts';
import type { ProfileRoutes } from './profile.ts';
import { partsShape } from './requestTimesJson.ts';

const routeShape = {
  ...{ route: text, requests: count, meanMs: orNull(amount), sampled: count },
  parts: orNull(partsShape),
} satisfies Fields;

/** In a report. */
export const routeReportShape = {
  ...routeShape,
  ...{ cpuShare: share, cpuMicrosPerRequest: orNull(amount) },
  lines: [{ file: text, line: position, self: share, viaAwait: share, waitMs: amount }],
} satisfies Fields;

const routesShape = {
  list: [{ ...routeShape, waits: [{ file: text, line: position, waitMs: amount }] }],
  cpuMicros: orNull(amount),
} satisfies Fields;

/** Reads the routes of a saved profile; null if it is damaged. */
export function routesFromJson(value: unknown): ProfileRoutes | null {
  if (!conforms(value, routesShape)) return null;
  const { list, cpuMicros } = value as ProfileRoutes;
  return { list: list.map((each) => ({ ...each, route: plainLine(each.route) })), cpuMicros };
}

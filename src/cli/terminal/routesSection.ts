import { formatMicros, formatNumberOf, formatRoughMs, formatShare } from '../../shared/format.ts';
import { plainLine } from '../../shared/plainText.ts';
import type { Report } from '../../shared/report.ts';
import { waitSign } from '../../shared/requestText.ts';
import type { RouteReport } from '../../shared/routes.ts';
import { hottestLine, longestWait, noRouteShare } from '../../shared/routeText.ts';
import { cutEnd, cutPath, displayWidth, padEnd, padStart } from './displayText.ts';
import { heading, type Style } from './style.ts';
import { placeText } from './words.ts';

const shareColumns = 7;
const microsColumns = 10;
const latencyColumns = 9;
const indent = 2 + shareColumns + microsColumns + latencyColumns + 2;

/** Lists what each route of the load costs, where it is hot and where its requests wait. */
export function routesSection(
  { routes }: Pick<Report, 'routes'>,
  maxRoutes: number,
  style: Style,
): string[] {
  if (!routes || routes.length === 0) return [];
  const shown = routes.slice(0, maxRoutes);
  const others = routes.slice(maxRoutes);
  const room = style.columns - indent;
  const names = shown.map(({ route }) => plainLine(route));
  const nameColumns = Math.min(Math.floor(room * 0.45), Math.max(...names.map(displayWidth)));
  const head = [
    padStart('CPU', shareColumns),
    padStart('a request', microsColumns),
    padStart('latency', latencyColumns),
  ].join('');
  const otherShare = others.reduce((sum, { cpuShare }) => sum + cpuShare, 0);
  return [
    heading('By route', 'share of the CPU time, CPU time and mean latency of a request', style),
    style.colours.dim(`  ${head}`),
    ...shown.map((each, index) => {
      const name = padEnd(cutEnd(names[index] ?? '', nameColumns), nameColumns);
      const places = placesText(each, room - nameColumns - 2, style);
      return `  ${figures(each, style)}  ${name}  ${style.colours.dim(places)}`.trimEnd();
    }),
    ...(others.length > 0
      ? [rest(otherShare, formatNumberOf(others.length, 'more route'), style)]
      : []),
    rest(noRouteShare(routes), 'no route', style),
  ];
}

function figures({ cpuShare, cpuMicrosPerRequest, meanMs }: RouteReport, style: Style): string {
  return [
    style.colours.bold(padStart(formatShare(cpuShare), shareColumns)),
    padStart(cpuMicrosPerRequest === null ? '' : formatMicros(cpuMicrosPerRequest), microsColumns),
    padStart(meanMs === null ? '' : formatRoughMs(meanMs), latencyColumns),
  ].join('');
}

function rest(share: number, what: string, style: Style): string {
  const figure = padStart(formatShare(share), shareColumns);
  return `  ${padEnd(figure, indent - 2)}${style.colours.dim(what)}`;
}

/** `main.js:12, ⏱ 20 ms at orders.js:31` */
function placesText(route: RouteReport, columns: number, style: Style): string {
  const place = ({ file, line }: { file: string; line: number }) =>
    placeText(file, line, style.baseFolder);
  const hottest = hottestLine(route);
  const wait = longestWait(route);
  const waits = wait ? `${waitSign} ${formatRoughMs(wait.waitMs)} at ${place(wait)}` : '';
  if (!hottest) return cutEnd(waits, columns);
  const left = columns - (waits === '' ? 0 : displayWidth(waits) + 2);
  if (left < 12) return cutEnd(waits, columns);
  const hot = cutPath(place(hottest), left);
  return waits === '' ? hot : `${hot}  ${waits}`;
}

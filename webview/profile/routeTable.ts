import { fileBelow } from '../../src/shared/filePaths.ts';
import { formatCount, formatMicros, formatRoughMs, formatShare } from '../../src/shared/format.ts';
import { waitSign } from '../../src/shared/requestText.ts';
import type { RouteLine, RouteReport } from '../../src/shared/routes.ts';
import { hottestLine, longestWait, noRouteShare } from '../../src/shared/routeText.ts';
import { element } from '../elements/element.ts';
import { headedTable } from '../elements/headedTable.ts';
import { moreButton } from '../elements/moreButton.ts';
import type { ProfileMessage } from './profileConnection.ts';

/** The button below shows the others. */
const firstRows = 8;

const columns = [
  { name: 'route-name', text: 'Route', title: 'Method and path without its values' },
  {
    name: 'route-share',
    text: 'CPU',
    title: "Share of the CPU time that the route's requests took",
  },
  { name: 'route-cost', text: 'CPU/request', title: 'CPU time of the server for one request' },
  {
    name: 'route-latency',
    text: 'Latency',
    title: 'Mean latency of its requests, as the load saw it',
  },
  { name: 'route-requests', text: 'Requests', title: 'Answers within the measured time' },
  {
    name: 'route-hottest',
    text: 'Hottest line',
    title: 'The line on which it spends most of its time',
  },
  {
    name: 'route-wait',
    text: 'Longest wait',
    title: 'The line at which its requests wait longest',
  },
] as const;

type Reveal = (place: { file: string; line: number; column: number }) => void;

/** Lists what each route of the load costs, with the lines that lead to its code. Null for a load of one route. */
export function routeTable(
  { report: { routes }, baseFolder }: Pick<ProfileMessage, 'report' | 'baseFolder'>,
  reveal: Reveal,
): HTMLElement | null {
  if (!routes || routes.length === 0) return null;
  const largest = Math.max(...routes.map(({ cpuShare }) => cpuShare));
  const rowOf = (route: RouteReport) => row(route, largest, baseFolder, reveal);
  const rest = noRoute(noRouteShare(routes));
  const body = element('tbody', {}, ...routes.slice(0, firstRows).map(rowOf), rest);
  return element(
    'section',
    { class: 'routes', attributes: { 'aria-label': 'By route' } },
    element('h2', { text: 'By route' }),
    headedTable(columns, body),
    routes.length > firstRows
      ? moreButton(`Show all ${formatCount(routes.length)} routes`, () =>
          rest.before(...routes.slice(firstRows).map((route) => rowOf(route))),
        )
      : null,
  );
}

function row(
  route: RouteReport,
  largest: number,
  baseFolder: string,
  reveal: Reveal,
): HTMLTableRowElement {
  const { cpuShare, cpuMicrosPerRequest: micros, meanMs, requests } = route;
  const bar = cpuShare > 0 ? element('span', { class: 'self-bar' }) : null;
  if (bar) bar.style.width = `${(cpuShare / largest) * 100}%`;
  const place = (line: RouteLine, words: string) => {
    const where = `${fileBelow(line.file, baseFolder)}:${line.line}`;
    const button = element('button', {
      class: 'route-place',
      text: `${words}${where}`,
      title: `Open ${where}`,
      attributes: { type: 'button' },
    });
    button.addEventListener('click', () => reveal({ file: line.file, line: line.line, column: 1 }));
    return button;
  };
  const hottest = hottestLine(route);
  const longest = longestWait(route);
  const waits = (line: RouteLine) => `${waitSign} ${formatRoughMs(line.waitMs)} at `;
  return element(
    'tr',
    {},
    element('td', { class: 'route-name', text: route.route, title: route.route }),
    element('td', { class: 'route-share' }, bar, element('span', { text: formatShare(cpuShare) })),
    element('td', { class: 'route-cost', text: micros === null ? '' : formatMicros(micros) }),
    element('td', { class: 'route-latency', text: meanMs === null ? '' : formatRoughMs(meanMs) }),
    element('td', { class: 'route-requests', text: formatCount(requests) }),
    element('td', { class: 'route-hottest' }, hottest && place(hottest, '')),
    element('td', { class: 'route-wait' }, longest && place(longest, waits(longest))),
  );
}

function noRoute(share: number): HTMLTableRowElement {
  const title = 'Samples of no request, or not known to be of one';
  const cells = columns.slice(2).map(({ name }) => element('td', { class: name }));
  return element(
    'tr',
    { class: 'no-route' },
    element('td', { class: 'route-name', text: 'no route', title }),
    element('td', { class: 'route-share', text: formatShare(share) }),
    ...cells,
  );
}

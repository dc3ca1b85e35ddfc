import { formatShare } from './format.ts';
import type { LineReport } from './report.ts';

const maxPackages = 2;

/** `31 % ±1.2 after awaits in pg`; empty if the line has caused little. */
export function awaitText(line: LineReport): string {
  const { viaAwait = 0, viaAwaitError = 0 } = line;
  if (viaAwait < 0.0005) return '';
  return `${formatShare(viaAwait)}${errorText(viaAwaitError)} after awaits${placeText(line)}`;
}

/** For the label: `after awaits in pg` if that is nearly all of the line's self time. */
export function awaitLabel(line: Pick<LineReport, 'self'> & Partial<LineReport>): string {
  const { self, viaAwait = 0 } = line;
  if (viaAwait < 0.005 || viaAwait < self * 0.1) return '';
  const share = viaAwait > self * 0.95 ? '' : `${formatShare(viaAwait)} `;
  return `${share}after awaits${placeText(line)}`;
}

function placeText({ viaAwait = 0, awaited = [] }: Partial<LineReport>): string {
  const names = awaited
    .filter(({ self }) => self >= viaAwait * 0.1)
    .slice(0, maxPackages)
    .map(({ name }) => (name === '(node)' ? 'Node.js core' : name));
  return names.length === 0 ? '' : ` in ${names.join(' and ')}`;
}

/** ` ±1.2`, in points at 95 % confidence; empty if it is less than the figure shows. */
function errorText(error: number): string {
  const points = 196 * error;
  return points < 0.1 ? '' : ` ±${points.toFixed(1)}`;
}

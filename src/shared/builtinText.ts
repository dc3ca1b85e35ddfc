import { formatShare } from './format.ts';
import type { BuiltinReport } from './report.ts';

/** Builtins below this part of the largest one are left out. */
const minPart = 0.05;
/** A regular expression's name is its whole text, which is cut here. */
const maxName = 48;

/** The largest, such as `KeyedLoadIC_Megamorphic 8.0 %`. A name may hold any text. */
export function builtinText(
  builtins: readonly BuiltinReport[] = [],
  maxBuiltins = builtins.length,
): string {
  const least = Math.max(0.0005, (builtins[0]?.self ?? 0) * minPart);
  return builtins
    .filter(({ self }) => self >= least)
    .slice(0, maxBuiltins)
    .map(({ name, self }) => `${shortName(name)} ${formatShare(self)}`)
    .join(', ');
}

function shortName(name: string): string {
  const letters = Array.from(name.slice(0, 2 * maxName));
  if (letters.length <= maxName) return letters.join('');
  return `${letters.slice(0, maxName - 1).join('')}…`;
}

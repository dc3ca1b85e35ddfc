import { formatShare } from './format.ts';
import type { BuiltinReport } from './report.ts';

/** Of the largest: what is smaller says nothing. */
const minPart = 0.05;
/** A regular expression goes by its whole text. */
const maxName = 48;

/** `KeyedLoadIC_Megamorphic 8.0 %, ArrayPrototypeConcat 3.1 %`: the largest, as text that may hold anything. */
export function builtinWords(
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

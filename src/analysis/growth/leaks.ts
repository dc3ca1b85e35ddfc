import type { Leak } from '../../shared/growth.ts';

/** A function whose allocations stay, by the samples of live objects. */
export interface GrowingFunction {
  name: string;
  file: string;
  line: number;
  bytesPerRequest: number;
}

/** The new objects that an older one keeps, by the function that has allocated it. */
export interface HeldBy {
  holder: string | null;
  className: string | null;
  functions: { name: string; file: string; line: number; bytes: number }[];
}

/** Joins the functions whose memory one holder keeps, dearest first. */
export function leaksOf(functions: readonly GrowingFunction[], held: readonly HeldBy[]): Leak[] {
  const groups = new Map<HeldBy | string, GrowingFunction[]>();
  for (const each of functions) {
    const key = holderOf(each, held) ?? `${each.file}:${each.line}:${each.name}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups]
    .map(([key, group]): Leak => {
      const [most, ...others] = group.toSorted((a, b) => b.bytesPerRequest - a.bytesPerRequest);
      const { holder, className } =
        typeof key === 'string' ? { holder: null, className: null } : key;
      const bytesPerRequest = group.reduce((sum, each) => sum + each.bytesPerRequest, 0);
      const ownBytesPerRequest = most!.bytesPerRequest;
      return { ...most!, bytesPerRequest, ownBytesPerRequest, others, className, holder };
    })
    .sort((a, b) => b.bytesPerRequest - a.bytesPerRequest);
}

/** The one that keeps most of what a function has allocated. */
function holderOf(of: GrowingFunction, held: readonly HeldBy[]): HeldBy | null {
  let found: HeldBy | null = null;
  let most = 0;
  for (const each of held) {
    const fn = each.functions.find(
      ({ name, file, line }) => name === of.name && file === of.file && line === of.line,
    );
    if (!fn || fn.bytes <= most) continue;
    found = each;
    most = fn.bytes;
  }
  return found;
}

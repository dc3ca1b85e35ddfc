import { fileBelow } from '../../shared/filePaths.ts';
import type { Report } from '../../shared/report.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';
import { functionStacks, stackOf } from './functionStacks.ts';
import { isolateNames } from './isolateNames.ts';

/**
 * Writes collapsed stacks: one line for each stack, with its frames from the outermost separated by
 * `;`, and the number of on-CPU samples. With several processes or threads, the outermost frame
 * names them.
 */
export function collapsedText(profile: Profile, report: Report, baseFolder: string): string {
  const stacks = functionStacks(profile);
  const labels = profile.functions.map((fn) => labelOf(fn, baseFolder));
  const names = isolateNames(profile, report).map((name) => escaped(`(${name})`));
  const counts = profile.isolates.map(() => new Map<number, number>());
  const { node, isolate } = profile.samples;
  for (let i = 0; i < node.length; i++) {
    if (node[i]! < 0) continue;
    const at = stacks.nodeOf[node[i]!]!;
    const ofIsolate = counts[isolate[i]!]!;
    ofIsolate.set(at, (ofIsolate.get(at) ?? 0) + 1);
  }
  // Functions may share a label; their stacks become one line.
  const lines = new Map<string, number>();
  counts.forEach((ofIsolate, index) => {
    const first = names.length > 1 ? [names[index]!] : [];
    for (const [at, count] of ofIsolate) {
      const stack = [...first, ...stackOf(stacks, at).map((fn) => labels[fn]!)].join(';');
      lines.set(stack, (lines.get(stack) ?? 0) + count);
    }
  });
  return [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([stack, count]) => `${stack} ${count}\n`)
    .join('');
}

/** `total (src/orders.js:12)`: the place tells functions with the same name apart. */
function labelOf({ name, file, line }: ProfileFunction, baseFolder: string): string {
  if (file === '') return escaped(name);
  const place = fileBelow(file, baseFolder);
  return escaped(`${name} (${line > 0 ? `${place}:${line}` : place})`);
}

/**
 * Encodes characters that would end a frame or a line as in a URL, because the format has no
 * quoting. The same goes for what readers take for a comment at a line's start or a number at its
 * end.
 */
function escaped(label: string): string {
  const safe = label.replace(
    /[;\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f]|^#|^ | $| (?=[\d.]+$)/g,
    encodeURIComponent,
  );
  return safe === '' ? '(anonymous)' : safe;
}

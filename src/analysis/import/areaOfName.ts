import type { Area } from '../../shared/vocabulary.ts';

/** The area of what has no source, by the name that V8's CPU profiler and its peers give it. */
export function areaOfName(name: string): Area {
  if (/^\(garbage collector\)$|^Garbage Collection$/.test(name)) return 'gc';
  if (name.startsWith('RegExp: ')) return 'v8';
  return 'native';
}

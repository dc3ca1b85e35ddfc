import type { Area } from '../../shared/vocabulary.ts';

/** The area of a function without a source, by its name in profiles of V8 and similar tools. */
export function areaOfName(name: string): Area {
  if (/^\(garbage collector\)$|^Garbage Collection$/.test(name)) return 'gc';
  if (name.startsWith('RegExp: ')) return 'v8';
  return 'native';
}

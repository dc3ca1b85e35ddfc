import type { ShapeRoot } from './shapeRoot.ts';

/**
 * Parses V8's description of a shape. We read these lines of it:
 *
 *     - type: JS_OBJECT_TYPE
 *     - dictionary_map
 *     - constructor: 0x… <JSFunction Order (sfi = 0x…)>
 *      [0]: 0x…: [String] in ReadOnlySpace: #id (const data field 0:s, p: 0, attrs: [WEC]) @ Any
 *      [1]: 0x… <Symbol: kState> (const data field 1:h, p: 1, attrs: [WEC]) @ Any
 */
export function detailedShape(text: string): ShapeRoot {
  const type = /\n - type: (\w+)/.exec(text)?.[1] ?? '';
  const constructor = /\n - constructor: \w+ <JSFunction (?:(.*) )?\(sfi = /.exec(text)?.[1];
  const words = typeText(type);
  return {
    base: words === null ? classOf(constructor) : { kind: 'words', text: words },
    properties: Array.from(
      text.matchAll(/\n +\[\d+\]: \w+(?:: \[[^\]]*\](?: in \w+)?: #(.*?)| <Symbol: (.*?)>) \(/g),
      (match) => match[1] ?? `[${match[2]}]`,
    ),
    isDictionary: /\n - dictionary_map/.test(text),
  };
}

function classOf(name: string | undefined): ShapeRoot['base'] {
  return name === undefined ? null : { kind: 'class', text: name };
}

/** Words for values of a type; null for objects, which are named by their class and properties. */
function typeText(type: string): string | null {
  if (type.endsWith('STRING_TYPE')) return 'a string';
  switch (type) {
    case 'JS_ARRAY_TYPE':
      return 'an array';
    case 'JS_FUNCTION_TYPE':
    case 'JS_CLASS_CONSTRUCTOR_TYPE':
      return 'a function';
    case 'HEAP_NUMBER_TYPE':
      return 'a number';
    case 'ODDBALL_TYPE':
      return 'true, false, null or undefined';
    default:
      return null;
  }
}

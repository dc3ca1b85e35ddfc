import type { ShapeRoot } from './shapeLines.ts';

/**
 * V8's description of a shape, of which we read these lines:
 *
 *      - type: JS_OBJECT_TYPE
 *      - dictionary_map
 *      - constructor: 0x… <JSFunction Order (sfi = 0x…)>
 *
 *       [0]: 0x…: [String] in ReadOnlySpace: #id (const data field 0:s, p: 0, attrs: [WEC]) @ Any
 *       [1]: 0x… <Symbol: kState> (const data field 1:h, p: 1, attrs: [WEC]) @ Any
 */
export function detailedShape(text: string): ShapeRoot {
  const type = /\n - type: (\w+)/.exec(text)?.[1] ?? '';
  const constructor = /\n - constructor: \w+ <JSFunction (?:(.*) )?\(sfi = /.exec(text)?.[1];
  const words = typeWords(type);
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

/** What values of these types are called; null for objects, which go by their class and properties. */
function typeWords(type: string): string | null {
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

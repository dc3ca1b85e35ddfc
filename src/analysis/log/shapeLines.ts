import { propertyName } from './propertyName.ts';
import { detailedShape } from './shapeDetails.ts';

/**
 * How each shape of objects (V8: map) came to be: the lines that `--log-maps` adds. A shape is
 * made from another one by adding a property, so its properties are those of its ancestors.
 */

const maxShapes = 100_000;
const maxProperties = 6;
const maxName = 32;

/** What objects of a shape are. */
export interface ShapeRoot {
  /** What makes them: a class's name, empty for `{}`; or in words, `an array`. Null: not known. */
  base: { kind: 'class' | 'words'; text: string } | null;
  properties: readonly string[];
  /** Properties were deleted, or too many added: it is a table of its own. */
  isDictionary: boolean;
}

interface AddedProperty {
  parent: Shape;
  /** Empty where it differs from its parent by something else than a property. */
  added: string;
}

type Shape = ShapeRoot | AddedProperty;

const unknown: ShapeRoot = { base: null, properties: [], isDictionary: false };

/** The shapes of one isolate by their address, which is reused; lines come in the order of the log. */
export class ShapeLines {
  readonly #shapes = new Map<number, Shape>();
  /** What came after so many: programs that make shapes for ever need the newest of them only. */
  readonly #late = new Map<number, Shape>();

  /**
   * @param type V8's word: `Transition`, `InitialMap`, `Normalize`, …
   * @param name of the property that was added, of an initial map its constructor's
   */
  add(type: string, from: number, to: number, name: string): void {
    if (to === 0) return;
    switch (type) {
      case 'InitialMap':
        this.#set(to, { ...unknown, base: { kind: 'class', text: name } });
        return;
      case 'Normalize':
      case 'NormalizeCached':
        this.#set(to, { ...unknown, isDictionary: true });
        return;
      case 'SlowToFast':
        // Which properties the table had is in no line but that of the details.
        this.#delete(to);
        return;
      default: {
        const parent = this.#get(from);
        // What the details have said of it is more.
        if (!parent && this.#get(to)) return;
        this.#set(to, { parent: parent ?? unknown, added: name });
      }
    }
  }

  /** @param text V8's description, which it only writes of shapes that there were from the start */
  describe(map: number, text: string): void {
    this.#set(map, detailedShape(text));
  }

  move(from: number, to: number): void {
    const shape = this.#get(from);
    if (!shape) return;
    this.#delete(from);
    this.#set(to, shape);
  }

  #get(map: number): Shape | undefined {
    return this.#shapes.get(map) ?? this.#late.get(map);
  }

  #set(map: number, shape: Shape): void {
    if (this.#shapes.size < maxShapes || this.#shapes.has(map)) {
      this.#shapes.set(map, shape);
      return;
    }
    this.#late.set(map, shape);
    if (this.#late.size <= maxShapes) return;
    const [oldest] = this.#late.keys();
    this.#late.delete(oldest!);
  }

  #delete(map: number): void {
    this.#shapes.delete(map);
    this.#late.delete(map);
  }

  /** `{ id, price }`, `Order { id }`, `an array`; null where the log does not say. */
  words(map: number): string | null {
    const shape = this.#get(map);
    if (!shape) return null;
    const names: string[] = [];
    let up: Shape = shape;
    for (; 'parent' in up; up = up.parent) {
      if (up.added !== '' && !names.includes(up.added)) names.unshift(up.added);
    }
    const { base, properties, isDictionary } = up;
    if (isDictionary) return 'a dictionary';
    if (base?.kind === 'words') return base.text;
    if (!base && names.length === 0) return null;
    const known = base ? [] : ['…'];
    const all = [...known, ...properties.filter((name) => !names.includes(name)), ...names];
    const shown = all.slice(0, maxProperties).map(shortName);
    const more = all.length - shown.length;
    const list = `${shown.join(', ')}${more > 0 ? `, … ${more} more` : ''}`;
    const name = base && base.text !== 'Object' ? shortName(base.text) : '';
    return `${name}${name === '' ? '' : ' '}{${list === '' ? '' : ` ${list} `}}`;
  }
}

function shortName(name: string): string {
  const text = propertyName(name);
  return text.length > maxName ? `${text.slice(0, maxName - 1)}…` : text;
}

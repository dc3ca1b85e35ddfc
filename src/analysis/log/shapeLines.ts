import type { ShapeRoot } from './shapeRoot.ts';
import { propertyName } from './propertyName.ts';
import { detailedShape } from './shapeDetails.ts';

/**
 * Tracks how each shape of objects (V8: map) was made, from the lines of `--log-maps`. A shape is
 * made from another one by adding a property, so its properties include those of its ancestors.
 */

const maxShapes = 100_000;
const maxProperties = 6;
const maxName = 32;

interface AddedProperty {
  parent: Shape;
  /** Empty if it differs from its parent by something other than a property. */
  added: string;
}

type Shape = ShapeRoot | AddedProperty;

const unknown: ShapeRoot = { base: null, properties: [], isDictionary: false };

/** One isolate's shapes by address. Feed lines in log order, as addresses are reused. */
export class ShapeLines {
  readonly #shapes = new Map<number, Shape>();
  /** The newest shapes after the first `maxShapes`, as some programs never stop making them. */
  readonly #late = new Map<number, Shape>();

  /**
   * @param type V8's word: `Transition`, `InitialMap`, `Normalize`, …
   * @param name name of the added property, or of an initial map's constructor
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
        // Only a map-details line would list the properties that the table had.
        this.#delete(to);
        return;
      default: {
        const parent = this.#get(from);
        // Keep what map-details said, which is more.
        if (!parent && this.#get(to)) return;
        this.#set(to, { parent: parent ?? unknown, added: name });
      }
    }
  }

  /** @param text V8's description, which it only writes for shapes that exist at the start */
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

  /**
   * Describes a shape: `{ id, price }`, `Order { id }`, `an array`; null if the log does not say.
   */
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

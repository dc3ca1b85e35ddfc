/**
 * How each shape of objects (V8: map) came to be: the lines that `--log-maps` adds. A shape is
 * made from another one by adding a property, so its properties are those of its ancestors.
 */

const maxProperties = 6;
const maxProperty = 32;

interface Shape {
  parent: Shape | null;
  /** Empty where it differs from its parent by something else than a property. */
  added: string;
  kind: 'fast' | 'dictionary' | 'unknown';
}

/** The shapes of one isolate by their address, which is reused; lines come in the order of the log. */
export class ShapeLines {
  readonly #shapes = new Map<number, Shape>();

  /** @param type V8's word: `Transition`, `InitialMap`, `Normalize`, … */
  add(type: string, from: number, to: number, name: string): void {
    if (to === 0) return;
    const parent = this.#shapes.get(from) ?? null;
    switch (type) {
      case 'Transition':
        this.#shapes.set(to, { parent, added: name, kind: parent?.kind ?? 'fast' });
        return;
      case 'InitialMap':
        this.#shapes.set(to, { parent: null, added: '', kind: 'fast' });
        return;
      case 'Normalize':
      case 'NormalizeCached':
        this.#shapes.set(to, { parent: null, added: '', kind: 'dictionary' });
        return;
      case 'SlowToFast':
        this.#shapes.set(to, { parent: null, added: '', kind: 'unknown' });
        return;
      default:
        // Changed in another way: its properties are its parent's.
        if (parent) this.#shapes.set(to, { parent, added: '', kind: parent.kind });
    }
  }

  move(from: number, to: number): void {
    const shape = this.#shapes.get(from);
    if (!shape) return;
    this.#shapes.delete(from);
    this.#shapes.set(to, shape);
  }

  /** `{ id, price }`; null where the log does not say. */
  words(map: number): string | null {
    const shape = this.#shapes.get(map);
    if (!shape || shape.kind === 'unknown') return null;
    if (shape.kind === 'dictionary') return 'a dictionary';
    const names: string[] = [];
    for (let up: Shape | null = shape; up; up = up.parent) {
      if (up.added !== '') names.unshift(up.added);
    }
    if (names.length === 0) return '{}';
    const shown = names.slice(0, maxProperties).map(shortName);
    const more = names.length - shown.length;
    return `{ ${shown.join(', ')}${more > 0 ? `, … ${more} more` : ''} }`;
  }
}

function shortName(name: string): string {
  return name.length > maxProperty ? `${name.slice(0, maxProperty - 1)}…` : name;
}

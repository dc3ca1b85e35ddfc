export type Json = Record<string, unknown>;

/** Makes a value for a schema: its example, its default, else something of its type. */
export class OpenApiExamples {
  /** Limits schemas that contain each other; a value beyond the limit is null. */
  #budget = 2_000;

  constructor(private readonly document: Json) {}

  /** Follows references to an object. Empty if there is none, or if it is in another file. */
  resolve(value: unknown): Json {
    let found = value;
    for (let hops = 0; hops < 20; hops++) {
      if (!isObject(found)) return {};
      const reference = found['$ref'];
      if (typeof reference !== 'string') return found;
      found = reference.startsWith('#/') ? this.#at(reference) : undefined;
    }
    return {};
  }

  exampleOf(value: unknown, depth = 0): unknown {
    const part = this.resolve(value);
    const given = this.#given(part);
    if (given !== undefined) return given;
    if (isObject(part['schema'])) return this.exampleOf(part['schema'], depth);
    if (--this.#budget < 0 || depth > 8) return null;
    return this.#ofType(part, depth);
  }

  /** Names of the fields that are files in a media type's form. */
  filesOf(media: unknown): Set<string> {
    const { properties } = this.resolve(this.resolve(media)['schema']);
    const names = Object.entries(isObject(properties) ? properties : {})
      .filter(([, each]) => {
        const schema = this.resolve(each);
        const part = schema['type'] === 'array' ? this.resolve(schema['items']) : schema;
        return part['format'] === 'binary' || part['contentMediaType'] !== undefined;
      })
      .map(([name]) => name);
    return new Set(names);
  }

  #given(part: Json): unknown {
    if (part['example'] !== undefined) return part['example'];
    const examples = part['examples'];
    if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown;
    if (isObject(examples)) {
      // Parameters and bodies have named examples, each an object with a `value`.
      const first = this.resolve(Object.values(examples)[0]);
      if (first['value'] !== undefined) return first['value'];
    }
    if (part['default'] !== undefined) return part['default'];
    if (part['const'] !== undefined) return part['const'];
    const choices = part['enum'];
    return Array.isArray(choices) ? (choices[0] as unknown) : undefined;
  }

  #ofType(schema: Json, depth: number): unknown {
    const parts = schema['allOf'];
    if (Array.isArray(parts)) {
      const values = [...parts, { ...schema, allOf: undefined }].map((each: unknown) =>
        this.exampleOf(each, depth + 1),
      );
      const objects = values.filter(isObject);
      return objects.length > 0 ? Object.assign({}, ...objects) : (values[0] ?? null);
    }
    const choices = schema['oneOf'] ?? schema['anyOf'];
    if (Array.isArray(choices) && choices.length > 0) return this.exampleOf(choices[0], depth + 1);
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return schema['items'] === undefined ? [] : [this.exampleOf(schema['items'], depth + 1)];
      case 'string':
      case 'file':
        return text(schema);
      case 'integer':
        return Math.ceil(number(schema, 1));
      case 'number':
        return number(schema, 1);
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  #object(schema: Json, depth: number): Json {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
    const value: Json = {};
    for (const [name, property] of Object.entries(properties)) {
      const part = this.resolve(property);
      // Read-only properties occur only in answers.
      if (part['readOnly'] === true) continue;
      // Deep down take only required properties, so that it ends.
      if (depth > 3 && !required.includes(name)) continue;
      Object.defineProperty(value, name, {
        value: this.exampleOf(part, depth + 1),
        enumerable: true,
      });
    }
    return value;
  }

  #at(reference: string): unknown {
    const parts = reference.slice(2).split('/').map(decoded);
    return parts.reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      this.document,
    );
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(schema: Json): unknown {
  const type = schema['type'];
  if (Array.isArray(type)) return type.find((each) => each !== 'null') as unknown;
  if (type !== undefined) return type;
  return isObject(schema['properties']) ? 'object' : undefined;
}

const formats: Readonly<Record<string, string>> = {
  date: '2024-01-31',
  'date-time': '2024-01-31T12:00:00Z',
  time: '12:00:00Z',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

function text(schema: Json): string {
  const format = schema['format'];
  const known = typeof format === 'string' ? formats[format] : undefined;
  if (known !== undefined) return known;
  const { minLength, maxLength } = schema;
  const long =
    typeof minLength === 'number' ? 'text'.padEnd(Math.min(minLength, 1000), 't') : 'text';
  return typeof maxLength === 'number' ? long.slice(0, Math.max(0, maxLength)) : long;
}

function number(schema: Json, otherwise: number): number {
  const { minimum, maximum, exclusiveMinimum, multipleOf } = schema;
  let value = otherwise;
  if (typeof minimum === 'number') value = exclusiveMinimum === true ? minimum + 1 : minimum;
  else if (typeof exclusiveMinimum === 'number') value = exclusiveMinimum + 1;
  else if (typeof maximum === 'number') value = Math.min(value, maximum);
  if (typeof multipleOf === 'number' && multipleOf > 0) {
    value = Math.ceil(value / multipleOf) * multipleOf;
  }
  return value;
}

function decoded(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

import { decodedMappings, FlattenMap, type TraceMap } from '@jridgewell/trace-mapping';
import { isWindowsPath } from '../../shared/filePaths.ts';
import { fileUrl } from './originalPath.ts';

/** Lines and columns have to fit the tables of a profile. */
const maxLine = 2 ** 27;
/** No file has more lines. `FlattenMap` would fill up to a higher section with empty ones. */
const maxSectionLine = 2 ** 22;
const maxSectionDepth = 10;

/**
 * Parses a source map and checks all of it. The package that reads it accepts anything, and later
 * throws or returns places that don't exist. Throws an Error with a reason of a few words.
 */
export function checkedSourceMap(text: string, mapUrl: string): TraceMap {
  let json: unknown;
  try {
    // The JSON may follow a prefix against cross-site inclusion.
    json = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ''));
  } catch {
    throw new Error('it is not JSON');
  }
  const isOfWindows = /^file:\/\/(?:\/[A-Za-z]:|[^/])/.test(mapUrl);
  const parsed = checked(json, { isOfWindows, depth: 0 });
  const map = new FlattenMap(parsed as ConstructorParameters<typeof TraceMap>[0], mapUrl);
  const { sources, names } = map;
  for (const line of decodedMappings(map)) {
    for (const [column, source = 0, sourceLine = 0, sourceColumn = 0, name] of line) {
      const isPlace =
        isBelow(column, maxLine) && isBelow(sourceLine, maxLine) && isBelow(sourceColumn, maxLine);
      const isKnown = source >= 0 && source < Math.max(sources.length, 1);
      const isNamed = name === undefined || (name >= 0 && name < names.length);
      if (!isPlace || !isKnown || !isNamed) throw new Error('a mapping leads nowhere');
    }
  }
  map.resolvedSources = map.resolvedSources.map((resolved, index) =>
    leadsOut.test(sources[index] ?? '') ? sources[index]! : resolved,
  );
  return map;
}

/**
 * Matches a bundler's url that leads out of the project. Resolving it as a url would hide that: a
 * package's `webpack://shop/../../src/a.ts` would become the user's own `src/a.ts`.
 */
const leadsOut = /^[a-z-]+:\/\/[^/]*\/\.\.\//i;

function isBelow(value: number, end: number): boolean {
  return value >= 0 && value < end;
}

interface Surroundings {
  /** Whether the map is on a Windows machine, where tools may separate folders by backslashes. */
  isOfWindows: boolean;
  depth: number;
}

/** Copies only the parts of the map that are read, each checked for its type. */
function checked(json: unknown, { isOfWindows, depth }: Surroundings): object {
  const whole = record(json, 'it');
  if ('sections' in whole) {
    if (depth === maxSectionDepth) throw new Error('its sections do not end');
    const sections = list(whole['sections'], 'its sections').map((each) => {
      const { offset, map } = record(each, 'a section');
      const { line, column } = record(offset, 'the place of a section');
      if (!isPosition(line, maxSectionLine) || !isPosition(column, maxLine)) {
        throw new Error('a section is nowhere');
      }
      return { offset: { line, column }, map: checked(map, { isOfWindows, depth: depth + 1 }) };
    });
    return { version: 3, sections };
  }
  const { mappings, sourceRoot, sourcesContent, names } = whole;
  if (typeof mappings !== 'string') throw new Error('it has no mappings');
  const sources = list(whole['sources'], 'its sources').map((each) => {
    const source = textOrNull(each);
    return source === null ? null : reference(source, isOfWindows);
  });
  return {
    version: 3,
    mappings,
    sources,
    names: Array.isArray(names) ? names.map((name) => textOrNull(name) ?? '') : [],
    ...(typeof sourceRoot === 'string' ? { sourceRoot: reference(sourceRoot, isOfWindows) } : {}),
    ...(Array.isArray(sourcesContent)
      ? { sourcesContent: sources.map((_, index) => textOrNull(sourcesContent[index])) }
      : {}),
  };
}

/** Makes a source usable as a url reference, which an absolute Windows path is not. */
function reference(source: string, isOfWindows: boolean): string {
  if (isWindowsPath(source)) return fileUrl(source);
  return isOfWindows ? source.replaceAll('\\', '/') : source;
}

function isPosition(value: unknown, end: number): boolean {
  return Number.isInteger(value) && isBelow(value as number, end);
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Error(`${what} is no map`);
}

function list(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${what} are no list`);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

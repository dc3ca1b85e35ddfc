import { readFileSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { checkedSourceMap } from '../../analysis/source/checkedSourceMap.ts';
import { generatedPlaces, originalLine } from '../../analysis/source/mappedLine.ts';
import { sourceMapPlace } from '../../analysis/source/sourceMap.ts';
import type { BenchSide, PlacedFunction, RecordJob } from '../../shared/benchWire.ts';
import { isSamePath } from '../../shared/filePaths.ts';
import { foundCall, handOutCall, recordCall } from './benchCalls.ts';
import { findFunction, type FoundFunction, type MappedLine } from './findFunction.ts';
import { withHandOut, withRecorder } from './insertCalls.ts';
import { parseModule } from './syntaxTree.ts';

/** The change that is made to the modules that a process loads: calls are recorded, or functions handed out. */
export type TextJob =
  { purpose: 'record'; job: Omit<RecordJob, 'folder'> } | { purpose: 'hand-out'; side: BenchSide };

export interface ChangedText {
  text: string;
  found: PlacedFunction | null;
  second: PlacedFunction | null;
}

/** The text in place of a module's; null if the module stays as it is. Throws an Error with a sentence. */
export function changedText(
  todo: TextJob,
  file: string,
  text: string,
  isModule: boolean,
): ChangedText | null {
  // The thread of the loader's hooks may have the preload, too, and its hooks.
  if (isChanged(text)) return null;
  if (todo.purpose === 'record') return recordedText(todo.job, file, text, isModule);
  const { side } = todo;
  if (!isSamePath(side.file, file)) return null;
  const root = parseModule(text, isModule);
  const found = findFunction(root, text, { path: side.path });
  if (!found) throw new Error(`There is no function ${side.path} in this version of ${file}.`);
  return { text: withHandOut(text, root, found), found: null, second: null };
}

function isChanged(text: string): boolean {
  return [foundCall, recordCall, handOutCall].some((call) => text.includes(call));
}

function recordedText(
  { file: wanted, line, second }: Omit<RecordJob, 'folder'>,
  file: string,
  text: string,
  isModule: boolean,
): ChangedText | null {
  const main = locate({ file: wanted, line }, file, text, isModule);
  const other = second && locate(second, file, text, isModule);
  if (!main && !other) return null;
  const recorded = main ? withRecorder(text, main.found) : text;
  const facts = { found: main?.placed ?? null, second: other?.placed ?? null };
  // A module has no directive that must come first.
  const told = isModule ? `globalThis.${foundCall}(${JSON.stringify(facts)});` : '';
  const head = /^#!.*\n/.exec(recorded)?.[0] ?? '';
  return { text: head + told + recorded.slice(head.length), ...facts };
}

/** The function at a line of a file of the user's, if a text that runs is made of it. */
export function locate(
  wanted: { file: string; line: number },
  file: string,
  text: string,
  isModule: boolean,
): { found: FoundFunction; placed: PlacedFunction } | null {
  if (file.includes('node_modules') && !wanted.file.includes('node_modules')) return null;
  const mapped = placesOf(wanted.file, wanted.line, file, text);
  if (!mapped || mapped.places.length === 0) return null;
  const found = findFunction(parseModule(text, isModule), text, mapped);
  const lines = text.split('\n').length;
  return found && { found, placed: placedFunction(found, file, isModule, mapped, lines) };
}

/** Finds a line of the user's file in the text that runs; null if it isn't made of that file. */
function placesOf(wanted: string, line: number, file: string, text: string): MappedLine | null {
  const isItself = isSameFile(file, wanted);
  const json = mapOf(file, text, basename(wanted));
  if (json) {
    try {
      const map = checkedSourceMap(json.text, json.url);
      const real = [wanted, realPath(wanted)].find((each) => generatedPlaces(map, each, line)[0]);
      if (real !== undefined) {
        return {
          line,
          places: generatedPlaces(map, real, line),
          lineOf: (at, column) => originalLine(map, real, { line: at, column }),
        };
      }
      if (!isItself) return null;
    } catch {
      // A broken map is none.
    }
  }
  return isItself ? { line, places: [{ line, column: null }], lineOf: (at) => at } : null;
}

function mapOf(file: string, text: string, name: string): { text: string; url: string } | null {
  const place = sourceMapPlace(file, text);
  if (!place) return null;
  try {
    const json = 'json' in place ? place.json : readFileSync(place.path, 'utf8');
    return json?.includes(name) ? { text: json, url: place.mapUrl } : null;
  } catch {
    return null;
  }
}

function placedFunction(
  found: FoundFunction,
  file: string,
  isModule: boolean,
  { line: wanted, lineOf }: MappedLine,
  textLines: number,
): PlacedFunction {
  const { path, name, kind, method, maker, captured, isRecursive, node } = found;
  const { start, end } = (method ?? node).loc!;
  // One that a function around makes is made once more on the line after the text.
  const moved = maker === null ? 0 : textLines + 1 - node.loc!.start.line;
  return {
    ...{ runtimeFile: file, isModule, path, name, kind, maker, captured, isRecursive },
    line: lineOf(found.line, found.column - 1) ?? wanted,
    startLine: lineOf(start.line, start.column) ?? wanted,
    endLine: lineOf(end.line, Math.max(0, end.column - 1)) ?? wanted,
    bodyLines: [start.line + moved, end.line + moved],
    isMethod: method !== null,
    isSelfContained: captured.length === 0 && found.outer.every((each) => each in globalThis),
  };
}

function isSameFile(a: string, b: string): boolean {
  return isSamePath(a, b) || (basename(a) === basename(b) && isSamePath(realPath(a), realPath(b)));
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

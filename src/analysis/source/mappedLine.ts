import { decodedMappings, originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping';
import { isSamePath } from '../../shared/filePaths.ts';
import { scriptPath } from '../text/scriptPath.ts';

/** Positions of the generated code that come from one line of a source: lines 1-based, columns 0-based. */
export function generatedPlaces(
  map: TraceMap,
  file: string,
  line: number,
): { line: number; column: number }[] {
  const source = sourceIndex(map, file);
  if (source < 0) return [];
  return decodedMappings(map).flatMap((segments, index) =>
    segments.flatMap((segment) =>
      segment.length > 1 && segment[1] === source && segment[2] === line - 1
        ? [{ line: index + 1, column: segment[0] }]
        : [],
    ),
  );
}

/** The line of a source from which a position of the generated code comes; null if it comes from another or none. */
export function originalLine(
  map: TraceMap,
  file: string,
  { line, column }: { line: number; column: number },
): number | null {
  const original = originalPositionFor(map, { line, column });
  return original.source === map.resolvedSources[sourceIndex(map, file)] ? original.line : null;
}

function sourceIndex(map: TraceMap, file: string): number {
  return map.resolvedSources.findIndex((each) => isSamePath(scriptPath(each), file));
}

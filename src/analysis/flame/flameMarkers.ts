import type { Report } from '../../shared/report.ts';
import type { Marker } from '../../shared/vocabulary.ts';
import type { ProfileFunction } from '../profile/profile.ts';

export interface FunctionMark {
  marker: Marker;
  reason: string | null;
}

export type FlameMarkers = (fn: ProfileFunction) => FunctionMark;

const unmarked: FunctionMark = { marker: null, reason: null };

export const noMarkers: FlameMarkers = () => unmarked;

export function markersOf(report: Pick<Report, 'functions'>): FlameMarkers {
  const marks = new Map<string, FunctionMark>();
  for (const fn of report.functions) {
    if (fn.marker) marks.set(keyOf(fn), { marker: fn.marker, reason: fn.reason });
  }
  return (fn) => marks.get(keyOf(fn)) ?? unmarked;
}

function keyOf(fn: Pick<ProfileFunction, 'name' | 'file' | 'line' | 'column'>): string {
  return `${fn.line}:${fn.column}:${fn.file}\n${fn.name}`;
}

import { kindsIn } from '../shared/finding.ts';
import type { OverlayOptions, ServerOptions } from '../shared/lspOptions.ts';
import { shownTimes } from '../shared/shownTimes.ts';
import type { KeptRuns } from '../shared/savedRuns.ts';

/** {@link ServerOptions} with all defaults filled in. */
export type ReadOptions = ServerOptions & { savedRuns: KeptRuns };

const defaultOverlay: OverlayOptions = {
  minShare: 0.005,
  times: 'both',
  maxLinesPerFile: 200,
  codeLens: true,
  routeLenses: false,
  inlayHints: true,
  diagnostics: true,
  chargeAwaits: true,
  findingsOff: [],
  findingDiagnostics: false,
};

/** For an editor that sends no options: it has no decorations, and its user started the server. */
export const defaultServerOptions: ReadOptions = {
  trusted: true,
  overlay: defaultOverlay,
  savedRuns: { count: 50, megabytes: 200 },
};

/** Reads `initializationOptions`, which may be written by hand. */
export function serverOptions(given: unknown): ReadOptions {
  if (!isRecord(given)) return defaultServerOptions;
  const { storageFolder, trusted, overlay, savedRuns, hasWhy, hasBench } = given;
  return {
    ...(typeof storageFolder === 'string' && storageFolder !== '' ? { storageFolder } : {}),
    // An editor that sends `trusted` must send true.
    trusted: trusted === undefined || trusted === true,
    overlay: readOverlay(overlay, defaultOverlay),
    hasWhy: hasWhy === true,
    hasBench: hasBench === true,
    savedRuns: readKept(savedRuns, defaultServerOptions.savedRuns),
  };
}

/** Applies `workspace/didChangeConfiguration`. Unchanged parts stay the same object. */
export function changedOptions(
  settings: unknown,
  current: ReadOptions,
): Pick<ReadOptions, 'overlay' | 'savedRuns'> {
  const given = isRecord(settings) ? settings['hotframe'] : null;
  return {
    overlay: readOverlay(given, current.overlay),
    savedRuns: readKept(isRecord(given) ? given['savedRuns'] : null, current.savedRuns),
  };
}

function readKept(given: unknown, current: KeptRuns): KeptRuns {
  if (!isRecord(given)) return current;
  const count = numberIn(given['count'], 1, 100_000, current.count);
  const megabytes = numberIn(given['megabytes'], 1, 1e6, current.megabytes);
  const isSame = count === current.count && megabytes === current.megabytes;
  return isSame ? current : { count, megabytes };
}

function readOverlay(given: unknown, current: OverlayOptions): OverlayOptions {
  if (!isRecord(given)) return current;
  const flag = (value: unknown, otherwise: boolean): boolean =>
    typeof value === 'boolean' ? value : otherwise;
  return {
    minShare: numberIn(given['minShare'], 0, 1, current.minShare),
    times: shownTimes.find((each) => each === given['times']) ?? current.times,
    maxLinesPerFile: numberIn(given['maxLinesPerFile'], 0, 100_000, current.maxLinesPerFile),
    codeLens: flag(given['codeLens'], current.codeLens),
    routeLenses: flag(given['routeLenses'], current.routeLenses),
    inlayHints: flag(given['inlayHints'], current.inlayHints),
    diagnostics: flag(given['diagnostics'], current.diagnostics),
    chargeAwaits: flag(given['chargeAwaits'], current.chargeAwaits),
    findingsOff: kindsIn(given['findingsOff']) ?? current.findingsOff,
    findingDiagnostics: flag(given['findingDiagnostics'], current.findingDiagnostics),
  };
}

function numberIn(value: unknown, low: number, high: number, otherwise: number): number {
  return typeof value === 'number' && value >= low && value <= high ? value : otherwise;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

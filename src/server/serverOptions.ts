import type { OverlayOptions, ServerOptions } from '../shared/lspWire.ts';

const defaultOverlay: OverlayOptions = {
  minShare: 0.005,
  maxLinesPerFile: 200,
  codeLens: true,
  routeLenses: false,
  inlayHints: true,
  diagnostics: true,
};

/** What an editor gets that says nothing: it has no decorations, so inlay hints are on, and its user started the server themselves. */
export const defaultServerOptions: ServerOptions = { trusted: true, overlay: defaultOverlay };

/** Reads `initializationOptions`, which any editor may have written by hand. */
export function serverOptions(given: unknown): ServerOptions {
  if (!isRecord(given)) return defaultServerOptions;
  const { storageFolder, trusted, overlay } = given;
  return {
    ...(typeof storageFolder === 'string' && storageFolder !== '' ? { storageFolder } : {}),
    // Whoever speaks of trust at all has to say yes.
    trusted: trusted === undefined || trusted === true,
    overlay: readOverlay(overlay, defaultOverlay),
  };
}

/** The overlay of `workspace/didChangeConfiguration`; what it does not say stays. */
export function overlayOf(settings: unknown, current: OverlayOptions): OverlayOptions {
  return readOverlay(isRecord(settings) ? settings['hotframe'] : null, current);
}

function readOverlay(given: unknown, current: OverlayOptions): OverlayOptions {
  if (!isRecord(given)) return current;
  const number = (value: unknown, low: number, high: number, otherwise: number): number =>
    typeof value === 'number' && value >= low && value <= high ? value : otherwise;
  const flag = (value: unknown, otherwise: boolean): boolean =>
    typeof value === 'boolean' ? value : otherwise;
  return {
    minShare: number(given['minShare'], 0, 1, current.minShare),
    maxLinesPerFile: number(given['maxLinesPerFile'], 0, 100_000, current.maxLinesPerFile),
    codeLens: flag(given['codeLens'], current.codeLens),
    routeLenses: flag(given['routeLenses'], current.routeLenses),
    inlayHints: flag(given['inlayHints'], current.inlayHints),
    diagnostics: flag(given['diagnostics'], current.diagnostics),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

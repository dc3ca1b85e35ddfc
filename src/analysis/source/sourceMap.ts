import type { TraceMap } from '@jridgewell/trace-mapping';
import { checkedSourceMap } from './checkedSourceMap.ts';
import { isWindowsPath } from '../../shared/filePaths.ts';
import { isInside } from '../text/filePath.ts';
import { fileUrl } from './originalPath.ts';
import { scriptPath } from '../text/scriptPath.ts';
import type { SourceFiles } from './sourceFiles.ts';

const comment = /\/[/*]#\s*sourceMappingURL=([^\s'"*]+)/g;
const utf8 = new TextDecoder();

/** The place of a script's map: in the text itself, or in a file. */
export type MapPlace = { mapUrl: string } & ({ json: string | null } | { path: string });

/** By a script's last `sourceMappingURL` comment; null if there is none. */
export function sourceMapPlace(file: string, text: string): MapPlace | null {
  // The comment is at the end; a bundle may hold more of them in its strings.
  const url = [...text.slice(-maxComment(text)).matchAll(comment)].at(-1)?.[1];
  if (url === undefined) return null;
  if (url.startsWith('data:')) return { mapUrl: fileUrl(file), json: dataUrlText(url) };
  // Code without a file has nothing to resolve a relative reference against.
  if (!fileUrl(file).startsWith('file://')) return null;
  const mapUrl = new RegExp('^[a-z][a-z0-9+.-]+://', 'i').test(url)
    ? url
    : resolve(url, fileUrl(file));
  return { mapUrl, path: scriptPath(mapUrl) };
}

/**
 * Loads the source map named in a script's last `sourceMappingURL` comment, inline or beside it.
 * @returns null if there is none, or one made for another folder layout; a sentence for the user if
 * it can't be used
 */
export async function loadSourceMap(
  file: string,
  text: string,
  files: SourceFiles,
): Promise<TraceMap | string | null> {
  const place = sourceMapPlace(file, text);
  if (place === null) return null;
  const { mapUrl } = place;
  let json: string | null;
  if ('json' in place) {
    ({ json } = place);
    if (json === null)
      return `The inline source map of ${file} is broken: its lines are those of the generated code.`;
  } else {
    json = await files.read(place.path);
    if (json === null) {
      return `The source map ${place.path} of ${file} can't be read: its lines are those of the generated code.`;
    }
  }
  try {
    const map = checkedSourceMap(json, mapUrl);
    return map.sources.length === 0 || leadsOutOfPackage(map, file) ? null : map;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The source map of ${file} is broken (${reason.slice(0, 100)}): its lines are those of the generated code.`;
  }
}

/**
 * Whether the map of a package's file leads only out of the package. Builds into `cjs/` keep the
 * `../../src/a.ts` of a build into `build/cjs/`; the shipped file is then more useful.
 */
function leadsOutOfPackage({ resolvedSources }: TraceMap, file: string): boolean {
  const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]/s.exec(file)?.[0];
  return (
    folder !== undefined &&
    resolvedSources.every(
      (source) => source.startsWith('file://') && !isInside(scriptPath(source), folder),
    )
  );
}

/** Inline maps make the comment as long as the map, external ones keep it short. */
function maxComment(text: string): number {
  const at = text.lastIndexOf('sourceMappingURL=');
  return at < 0 ? 1 : text.length - at + 8;
}

function dataUrlText(url: string): string | null {
  const start = url.indexOf(',');
  if (start < 0) return null;
  const data = url.slice(start + 1);
  try {
    if (!/;base64$/i.test(url.slice(0, start))) return decodeURIComponent(data);
    const binary = atob(data);
    return utf8.decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** Resolves a relative url reference against a `file:` url. */
function resolve(reference: string, base: string): string {
  if (isWindowsPath(reference)) return fileUrl(reference);
  if (reference.startsWith('/')) return `file://${reference}`;
  const segments = base
    .replace(/[^/]*$/, '')
    .concat(reference)
    .slice('file://'.length)
    .split('/');
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..' && kept.length > 1) kept.pop();
    else if (segment !== '.' && segment !== '..') kept.push(segment);
  }
  return `file://${kept.join('/')}`;
}

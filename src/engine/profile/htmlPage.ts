import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstPicture, firstPictureId } from '../../analysis/flame/firstPicture.ts';
import { FlameOwner } from '../../analysis/flame/flameOwner.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import { profileToJson } from '../../analysis/profile/profileJson.ts';
import { plainLine } from '../../shared/plainText.ts';
import type { Report } from '../../shared/report.ts';
import { lineTexts } from './lineTexts.ts';
import type { SourceOf } from './sourceOf.ts';
import { pageDataId, type PageData } from '../../analysis/flame/pageData.ts';
import { escapeHtml } from './escapeHtml.ts';

export interface HtmlPageExtras {
  /** Holds pageHost.js, main.js and main.css and the licences of what is in them (`npm run build`). */
  assetsFolder: string;
  /** Paths in what people read are relative to it. */
  baseFolder: string;
  /** Text of a source file, or null where there is none. */
  sourceOf: SourceOf;
}

/**
 * The report as one page that needs no network and no other file. What runs and styles it is named
 * by hash in its Content-Security-Policy, so nothing in a profile can ever run.
 */
export function renderHtmlPage(
  profile: Profile | null,
  report: Report,
  { assetsFolder, baseFolder, sourceOf }: HtmlPageExtras,
): string {
  const asset = (name: string) => inlineSafe(readFileSync(join(assetsFolder, name), 'utf8'));
  // As one: between two, the browser would paint the page that is still empty.
  const script = `${asset('pageHost.js')}\n${asset('main.js')}`;
  const style = asset('main.css');
  const data: PageData = {
    report,
    // The hot lines' texts are enough to read the page, and whole sources would be most of it.
    profile: profile && profileToJson({ ...profile, sources: new Map() }),
    lineTexts: lineTexts(report, sourceOf),
    baseFolder,
  };
  const owner = profile && new FlameOwner(profile, report, baseFolder);
  const first = firstPicture(owner, report, baseFolder);
  const policy = [
    `default-src 'none'`,
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const title = ['Hotframe', report.target?.command.map((part) => basename(part)).join(' ')];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(plainLine(title.filter(Boolean).join(' · ')))}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<noscript><p>This page draws a profile with JavaScript, which is turned off here.</p></noscript>',
    `<template id="${firstPictureId}">${markupSafe(JSON.stringify(first))}</template>`,
    `<script>${script}</script>`,
    // What is not needed for the first picture.
    `<template id="${pageDataId}">${gzipSync(JSON.stringify(data)).toString('base64')}</template>`,
    `<template id="licences">${escapeHtml(readFileSync(join(assetsFolder, 'NOTICES.txt'), 'utf8'))}</template>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/**
 * The parser reads `</script` and `<!--` inside a script, and turns carriage returns into line
 * feeds, which would change the text under its hash.
 */
function inlineSafe(text: string): string {
  const safe = text.replaceAll('\r\n', '\n').replace(/<(?=\/(?:script|style)|!--)/gi, '\\x3c');
  return safe.replaceAll('\r', '\n').trim();
}

/** JSON that no parser of HTML reads markup in. */
function markupSafe(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('&', '\\u0026');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

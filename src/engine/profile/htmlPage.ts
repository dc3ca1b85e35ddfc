import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstPicture, firstPictureId } from '../../analysis/flame/firstPicture.ts';
import { FlameModel } from '../../analysis/flame/flameModel.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import { profileToJson } from '../../analysis/profile/profileJson.ts';
import { plainLine } from '../../shared/plainText.ts';
import type { Report } from '../../shared/report.ts';
import { lineTexts } from './lineTexts.ts';
import type { SourceOf } from './sourceOf.ts';
import { pageDataId, type PageData } from '../../analysis/flame/pageData.ts';
import { escapeHtml } from './escapeHtml.ts';

export interface HtmlPageExtras {
  /** Holds pageHost.js, main.js, main.css and the licences of their packages (`npm run build`). */
  assetsFolder: string;
  /** Shown paths are relative to it. */
  baseFolder: string;
  sourceOf: SourceOf;
}

/**
 * The report as one page that needs no network and no other file. Its Content-Security-Policy
 * allows its script and style by hash, so nothing in a profile can ever run.
 */
export function renderHtmlPage(
  profile: Profile | null,
  report: Report,
  { assetsFolder, baseFolder, sourceOf }: HtmlPageExtras,
): string {
  const asset = (name: string) => inlineSafe(readFileSync(join(assetsFolder, name), 'utf8'));
  // One script, because the browser would paint the empty page between two.
  const script = `${asset('pageHost.js')}\n${asset('main.js')}`;
  const style = asset('main.css');
  const data: PageData = {
    report,
    // Whole sources would be most of the page; the texts of the hot lines are enough.
    profile: profile && profileToJson({ ...profile, sources: new Map() }),
    lineTexts: lineTexts(report, sourceOf),
    baseFolder,
  };
  const owner = profile && new FlameModel(profile, report, baseFolder);
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
    // The rest comes after the script, since the first picture does not need it.
    `<template id="${pageDataId}">${gzipSync(JSON.stringify(data)).toString('base64')}</template>`,
    `<template id="licences">${escapeHtml(readFileSync(join(assetsFolder, 'NOTICES.txt'), 'utf8'))}</template>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/**
 * Escapes `</script` and `<!--`, which the HTML parser would interpret, and carriage returns, which
 * it would turn into line feeds and so break the hash.
 */
function inlineSafe(text: string): string {
  const safe = text.replaceAll('\r\n', '\n').replace(/<(?=\/(?:script|style)|!--)/gi, '\\x3c');
  return safe.replaceAll('\r', '\n').trim();
}

/** Escapes JSON so that an HTML parser finds no markup in it. */
function markupSafe(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('&', '\\u0026');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

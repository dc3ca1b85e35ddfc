import { MarkupKind, type Hover } from 'vscode-languageserver/node';
import { awaitText } from '../../shared/awaitText.ts';
import { builtinText } from '../../shared/builtinText.ts';
import { fileBelow } from '../../shared/filePaths.ts';
import { formatNumberOf, formatShare } from '../../shared/format.ts';
import { exactnessLabel, exactnessText, samplerText } from '../../shared/samplerText.ts';
import type { FunctionReport, LineReport, SamplingReport } from '../../shared/report.ts';
import { tierDetail, tierText } from '../../shared/tierText.ts';
import { callersOf } from './callers.ts';
import type { ComparedCode } from '../profile/comparedCode.ts';
import { differenceBlock } from '../profile/differenceText.ts';
import type { EditorFile } from './editorFiles.ts';
import { uriOfPath } from '../core/fileUris.ts';
import type { HotLine } from './hotLines.ts';
import { icPart } from './icHover.ts';
import { serialPart, waitPart } from './waitHover.ts';
import { escapeMarkdown, placeLink } from '../core/markdown.ts';
import { tierBlocks, whyLinksOf } from './whyHover.ts';

const maxDeopts = 5;
const maxCallers = 5;

export interface HoverExtras {
  /** The comparison with the shown profile; null if there is none. */
  compared: ComparedCode | null;
  /** Whether the editor has the panel "Why". */
  hasWhy: boolean;
}

/** Says what a hot line cost and why, as Markdown; null on other lines, unless their await is one of a pair. */
export function hoverAt(
  file: EditorFile,
  hot: HotLine[],
  line: number,
  also: HoverExtras,
): Hover | null {
  const found = hot.find((each) => each.line === line);
  const value = found ? hoverText(file, found, also) : serialText(file, line);
  if (value === '') return null;
  const text = file.lines[line - 1] ?? '';
  return {
    contents: { kind: MarkupKind.Markdown, value },
    range: {
      start: { line: line - 1, character: text.length - text.trimStart().length },
      end: { line: line - 1, character: text.length },
    },
  };
}

/** For a line whose waits are in the functions that it calls. */
function serialText({ shown, file, placed }: EditorFile, line: number): string {
  const ranLine = placed.ranLine(line);
  if (ranLine === null || placed.isStale(ranLine)) return '';
  return serialPart({ file, line: ranLine }, shown.report.requests).join('\n');
}

function hoverText(file: EditorFile, hot: HotLine, { compared, hasWhy }: HoverExtras): string {
  const { report, stale, difference, showsCpu } = hot;
  const { shown } = file;
  const waits = waitPart(report, shown.report.requests);
  const at = shown.lineFunctions[`${file.file}:${report.line}`];
  const ran = at && shown.profile.functions[at.functionId];
  const of = shown.functionsAt(file.file, report.line).find(({ name, line, column }) => {
    // Two callbacks on a line may share a name.
    return name === ran?.name && line === ran.line && column === ran.column;
  });
  return [
    compared && difference
      ? differenceBlock(compared, { difference, stale }, ran ? compared.functionAt(ran) : null)
      : [],
    // Where lines show waits alone, they are what a person looks for.
    showsCpu ? [] : waits,
    headline(report, shown.onCpuSamples),
    stale ? ['*The function has changed since the run.*'] : [],
    exactnessPart(report, shown.report.sampling),
    partList(report),
    awaitPart(report),
    showsCpu ? waits : [],
    serialPart(report, shown.report.requests),
    icPart(report.ics),
    of ? functionPart(file, of) : [],
    hasWhy ? [whyLinksOf(of, hot.marked)] : [],
    at ? callerList(file, at.functionId) : [],
  ]
    .map((block) => block.join('\n'))
    .filter((block) => block !== '')
    .join('\n\n');
}

/** Says how exact the line is, given what its sampler can tell. */
function exactnessPart({ exact, tiers }: LineReport, sampling: SamplingReport | null): string[] {
  const label = sampling ? exactnessLabel(sampling) : '';
  if (!sampling || label === '') {
    if (exact) return [];
    const reason =
      tiers.sparkplug > 0 ? ' Before Node.js 26, V8 logs no lines of Sparkplug code.' : '';
    return [`The line is not known: this is the whole function.${reason}`];
  }
  const words = `*${capitalized(label)}: ${samplerText(sampling)}. ${exactnessText(sampling)}*`;
  return exact ? [words] : ['The line is not known: this is the whole function.', '', words];
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Nothing for a line that never ran on the CPU. */
function headline({ self, own, total, tiers }: LineReport, onCpuSamples: number): string[] {
  if (total === 0) return [];
  const words = tierText(tiers, onCpuSamples);
  const detail = tierDetail(tiers, onCpuSamples);
  const ran = words !== '' ? ` in ${words}` : detail !== '' ? ` (${detail})` : '';
  return [
    `**${formatShare(self)}** self · ${formatShare(own)} own${ran} · ${formatShare(total)} total`,
  ];
}

function partList({ self, parts, builtins }: LineReport): string[] {
  const names = escapeMarkdown(builtinText(builtins, 4));
  const named: [string, number][] = [
    ['packages', parts.deps],
    ['Node.js core', parts.core],
    [names === '' ? 'V8 builtins' : `V8 builtins: ${names}`, parts.v8],
    ['native code', parts.native],
    ['garbage collection', parts.gc],
  ];
  return named
    .filter(([, share]) => share >= 0.0005 && self > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([name, share]) => `- ${formatShare(share)} ${name}`);
}

function awaitPart(line: LineReport): string[] {
  const text = awaitText(line);
  if (text === '') return [];
  return [`Of it ${escapeMarkdown(text)}, as was learned after the measured time.`];
}

function functionPart(file: EditorFile, of: FunctionReport): string[] {
  const words = tierDetail(of.tiers, file.shown.onCpuSamples);
  const facts = [
    `${formatShare(of.self)} self`,
    `${formatShare(of.total)} total`,
    ...(words === '' ? [] : [words]),
  ];
  const lines = [`**${escapeMarkdown(of.name)}** ${facts.join(' · ')}`];
  if (of.marker) {
    const what = of.marker === 'deopt-loop' ? '' : 'not optimized: ';
    lines.push('', `⚠ ${what}${escapeMarkdown(of.reason ?? '')}`);
  }
  const deopts = of.deopts.slice(0, maxDeopts).map((deopt) => {
    const times = formatNumberOf(deopt.count, 'deoptimization');
    const place = placeOf(file, deopt.file, deopt.line);
    return `- ${times}: ${escapeMarkdown(deopt.reason)} at ${place}`;
  });
  for (const block of tierBlocks(of)) lines.push('', block);
  return deopts.length > 0 ? [...lines, '', ...deopts] : lines;
}

function callerList(file: EditorFile, functionId: number): string[] {
  const callers = callersOf(file.shown.profile, functionId, maxCallers);
  if (callers.length === 0) return [];
  return [
    'Called from',
    '',
    ...callers.map(
      ({ function: caller, line, share }) =>
        `- ${formatShare(share)} ${escapeMarkdown(caller.name)} at ${placeOf(file, caller.file, line)}`,
    ),
  ];
}

/** Links to a place, with the current line if it is in the same file. */
function placeOf(from: EditorFile, file: string, line: number): string {
  const now = file === from.file ? (from.placed.currentLine(line) ?? line) : line;
  const path = fileBelow(file, from.shown.model.baseFolder);
  const uri = file === from.file ? from.uri : uriOfPath(file);
  return placeLink(now > 0 ? `${path}:${now}` : path, uri, now);
}

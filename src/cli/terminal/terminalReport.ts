import { formatDuration, formatNumberOf } from '../../shared/format.ts';
import { importedText, titleOfReport } from '../../shared/reportSubject.ts';
import type { ImportedReport, Report, TargetReport } from '../../shared/report.ts';
import type { FunctionsAt } from '../../analysis/report/functionsByLine.ts';
import type { SourceOf } from '../../engine/profile/sourceOf.ts';
import { isIdle, processIdle, processName, processWork } from '../../shared/processText.ts';
import { plainLine } from '../../shared/plainText.ts';
import { cutEnd, padStart, textOfSections, wrap } from './displayText.ts';
import { findingsSection } from './findingsSection.ts';
import { hotFunctionsSection } from './hotFunctionsSection.ts';
import { hotLinesSection } from './hotLinesSection.ts';
import { icSection } from './icSection.ts';
import { loadSection } from './loadSection.ts';
import { memorySection } from './memorySection.ts';
import { packagesSection } from './packagesSection.ts';
import { requestsSection, waitsSection } from './requestsSection.ts';
import { routesSection } from './routesSection.ts';
import { heading, type Style } from './style.ts';
import { timeSection } from './timeSection.ts';

const maxFindings = 5;
const maxLines = 10;
const maxWaitingLines = 8;
const maxRoutes = 8;
const maxFunctions = 6;
const maxAccesses = 8;
const maxProcesses = 8;

/** The input of the summary, which reads neither clock nor files. */
export interface TerminalReportInput {
  report: Report;
  sourceOf: SourceOf;
  functionsAt: FunctionsAt;
}

/** The summary of a run for people, ending with a line break; empty if nothing is known. */
export function terminalReport(input: TerminalReportInput, style: Style): string {
  const { report, sourceOf, functionsAt } = input;
  const onCpu = report.sampling?.onCpu ?? 0;
  const sections = [
    report.target ? targetSection(report.target, report, style) : [],
    report.imported ? importedSection(report, report.imported, style) : [],
    report.load ? loadSection(report.load, style) : [],
    requestsSection(report, style),
    waitsSection(report, sourceOf, maxWaitingLines, style),
    routesSection(report, maxRoutes, style),
    report.sampling ? timeSection(report, report.sampling, style) : [],
    findingsSection(report, maxFindings, style),
    hotLinesSection(report, sourceOf, functionsAt, onCpu, maxLines, style),
    report.sampling ? packagesSection(report, style) : [],
    memorySection(report, maxFunctions, style),
    icSection(report.lines, report.sampling, maxAccesses, style),
    hotFunctionsSection(report.functions, onCpu, maxFunctions, style),
    notesSection(report.notes, style),
  ].filter((lines) => lines.length > 0);
  return textOfSections(sections);
}

function targetSection(target: TargetReport, report: Report, style: Style): string[] {
  const command = cutEnd(plainLine(target.command.join(' ')), style.columns);
  const threads = target.processes.length;
  const facts = [
    `Node.js ${plainLine(target.node)}`,
    ...(target.listenMs === undefined
      ? [`attached to process ${target.pid}`]
      : [`listening after ${formatDuration(target.listenMs)}`]),
    ...(threads > 1
      ? [formatNumberOf(threads, 'process or thread', 'processes and threads')]
      : target.listenMs === undefined
        ? []
        : [`process ${target.pid}`]),
  ];
  return [
    style.colours.bold(command),
    style.colours.dim(facts.join(', ')),
    ...processLines(target, report).map((line) => style.colours.dim(cutEnd(line, style.columns))),
  ];
}

/** Names what was opened, instead of what was launched. */
function importedSection(report: Report, imported: ImportedReport, style: Style): string[] {
  const threads = imported.processes.length;
  const facts = [
    ...importedText(report).slice(0, 1),
    ...(report.takenAt === undefined
      ? []
      : [`taken ${report.takenAt.slice(0, 16).replace('T', ' ')} UTC`]),
    ...(threads > 1 ? [formatNumberOf(threads, 'process or thread', 'processes and threads')] : []),
  ];
  return [
    style.colours.bold(cutEnd(plainLine(titleOfReport(report) ?? ''), style.columns)),
    style.colours.dim(cutEnd(plainLine(facts.join(', ')), style.columns)),
    ...processLines(imported, report).map((line) => style.colours.dim(cutEnd(line, style.columns))),
  ];
}

/** The share of the samples of each process and thread, busiest first. */
function processLines({ processes }: Pick<TargetReport, 'processes'>, report: Report): string[] {
  if (processes.length < 2 || !report.sampling) return [];
  const busiest = processes.toSorted((a, b) => (b.onCpu ?? 0) - (a.onCpu ?? 0));
  const lines = busiest.slice(0, maxProcesses).map((process) => {
    const work = processWork(process, report);
    const idle = isIdle(process, report) ? '' : processIdle(process);
    return `  ${padStart(work, 7)}  ${plainLine(processName(process))}${idle === '' ? '' : `, ${idle}`}`;
  });
  const rest = busiest.slice(maxProcesses);
  if (rest.length === 0) return lines;
  const idle = rest.filter((process) => isIdle(process, report)).length;
  return [...lines, `${' '.repeat(11)}and ${rest.length} more, ${idle} of them idle`];
}

function notesSection(notes: string[], style: Style): string[] {
  if (notes.length === 0) return [];
  const lines = notes.flatMap((note) =>
    wrap(plainLine(note), style.columns - 4).map((line, index) =>
      index === 0 ? `  - ${line}` : `    ${line}`,
    ),
  );
  return [heading('Notes', '', style), ...lines];
}

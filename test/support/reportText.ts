import { basename } from 'node:path';
import type { SampleReport } from '../../src/analysis/report/buildReport.ts';
import type { FunctionReport, LineReport } from '../../src/shared/report.ts';
import type { TierStory } from '../../src/shared/tierStory.ts';
import {
  changeTimeText,
  changeText,
  inlinedText,
  whyText,
} from '../../src/shared/tierStoryText.ts';
import { tiers, type TierShares } from '../../src/shared/vocabulary.ts';

const maxLines = 15;
const maxPackages = 5;
const maxChanges = 6;

/** A report as a text that a person can read and that changes with it, for snapshots. */
export function reportText(report: SampleReport): string {
  const { samples, onCpu, idleShare, gcShare, unattributedShare } = report;
  const functions = report.functions.filter(
    ({ area, marker, story }) => area === 'app' && (marker !== null || story !== undefined),
  );
  return [
    `${samples} samples, ${onCpu} on CPU`,
    `idle ${percent(idleShare)}, GC ${percent(gcShare)}, no visible code ${percent(unattributedShare)}`,
    '',
    'LINES',
    ...report.lines.slice(0, maxLines).map(lineText),
    '',
    'FUNCTIONS',
    ...functions.flatMap(functionText),
    '',
    'PACKAGES',
    ...report.packages
      .slice(0, maxPackages)
      .map(({ name, self, total }) => `${percent(self)} of ${percent(total)} ${name}`),
    '',
  ].join('\n');
}

function lineText({
  file,
  line,
  self,
  own,
  tiers: shares,
  exact,
  builtins = [],
}: LineReport): string {
  const place = `${basename(file)}:${line}${exact ? '' : ' (line not known)'}`;
  const inBuiltins = builtins.slice(0, 3).map((each) => `${each.name} ${percent(each.self)}`);
  const rest = inBuiltins.length > 0 ? ` | ${inBuiltins.join(', ')}` : '';
  return `${percent(self)} ${place}: own ${percent(own)}${tiersText(shares)}${rest}`;
}

function functionText(reported: FunctionReport): string[] {
  const { name, file, line, column, self, own, total, marker, reason, deopts, story } = reported;
  return [
    `${name} ${basename(file)}:${line}:${column}`,
    `  self ${percent(self)}, own ${percent(own)}, total ${percent(total)}${tiersText(reported.tiers)}`,
    ...(marker === null ? [] : [`  ${marker}: ${reason}`]),
    ...deopts.map((each) => {
      return `  ${each.count} × ${each.kind}, ${each.reason}, ${basename(each.file)}:${each.line}:${each.column}`;
    }),
    ...(story ? storyText(story) : []),
  ];
}

function storyText(story: TierStory): string[] {
  const { ownSamples, slices, changes, changesLeftOut, lastTier, inlinedInto, notOptimized } =
    story;
  const half = maxChanges / 2;
  const shown =
    changes.length > maxChanges ? [...changes.slice(0, half), ...changes.slice(-half)] : changes;
  const left = changes.length + changesLeftOut - shown.length;
  return [
    `  last in ${lastTier ?? 'an unknown tier'}, ${ownSamples} own samples`,
    ...(slices
      ? tiers
          .filter((tier) => slices[tier].some((count) => count > 0))
          .map((tier) => `    ${tier} ${slices[tier].join(' ')}`)
      : []),
    ...shown.map((change) => `  ${changeTimeText(change.atMs)}: ${changeText(change)}`),
    ...(left > 0 ? [`  and ${left} more between them`] : []),
    ...inlinedInto.map((each) => `  ${inlinedText(each)}`),
    ...(notOptimized ? [`  Why: ${whyText(notOptimized)}`] : []),
  ];
}

function tiersText(shares: TierShares): string {
  const ran = tiers.filter((tier) => shares[tier] > 0);
  return ran.map((tier) => `, ${tier} ${percent(shares[tier])}`).join('');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

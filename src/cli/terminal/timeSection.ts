import { formatCount, formatDuration, formatShare } from '../../shared/format.ts';
import { exactnessLabel, idleWords } from '../../shared/samplerWords.ts';
import type { Report, SamplingReport } from '../../shared/report.ts';
import type { OwnerShare } from '../timeByOwner.ts';
import { cutEnd, padEnd, padStart, wrap } from './displayText.ts';
import { shareBar } from './shareBar.ts';
import { heading, type Style } from './style.ts';
import { warningLines } from './warningLines.ts';
import { areaWords, placeWords } from './words.ts';

const maxPackages = 5;
/** Packages below this share are told together. */
const minPackageShare = 0.01;
const nameColumns = 26;

/** Below this many samples on CPU a share says little. */
const fewSamples = 200;

/** Whose code ran, and how much of it had code of the user below it on the stack. */
export function timeSection(
  report: Report,
  sampling: SamplingReport,
  owners: OwnerShare[],
  style: Style,
): string[] {
  const every =
    sampling.intervalMicros >= 1000
      ? formatDuration(sampling.intervalMicros / 1000)
      : `${sampling.intervalMicros} µs`;
  const lines = [
    heading(
      'Where the time went',
      [
        `${formatCount(sampling.onCpu)} samples on CPU, one every ${every}`,
        exactnessLabel(sampling),
      ]
        .filter((words) => words !== '')
        .join(', '),
      style,
    ),
    ...fewSamplesLines(sampling, style),
    ...ownerLines(owners, style),
  ];
  const facts = [idleSentence(sampling), unattributedSentence(report, sampling, style)];
  for (const fact of facts) {
    for (const line of wrap(fact, style.columns - 2)) {
      if (line !== '') lines.push(style.colours.dim(`  ${line}`));
    }
  }
  return lines;
}

/** Truth first: what the shares are worth. */
function fewSamplesLines(sampling: SamplingReport, style: Style): string[] {
  if (sampling.onCpu >= fewSamples) return [];
  if (sampling.onCpu === 0)
    return warningLines('Nothing ran on the CPU in the measured time.', 2, style);
  // Half the width of a 95 % interval for a share of one half, the widest there is.
  const points = Math.ceil(98 / Math.sqrt(sampling.onCpu));
  return warningLines(
    `With ${formatCount(sampling.onCpu)} samples a share can be off by ${points} points. A longer run (-d) or more load gives more of them.`,
    2,
    style,
  );
}

function ownerLines(owners: OwnerShare[], style: Style): string[] {
  const packages = owners.filter(({ area }) => area === 'deps');
  const rest = packages.filter(
    ({ share }, index) => index >= maxPackages || share < minPackageShare,
  );
  const rows = owners
    .filter((owner) => !rest.includes(owner))
    .map(({ area, package: name, share }) => ({ name: areaWords(area, name), area, share }));
  const restShare = rest.reduce((sum, { share }) => sum + share, 0);
  if (rest.length > 0) {
    const name =
      rest.length === 1
        ? areaWords('deps', rest[0]?.package ?? '')
        : `${rest.length} other packages`;
    rows.push({ name, area: 'deps', share: restShare });
  }
  const full = Math.max(...rows.map(({ share }) => share));
  const barColumns = Math.min(60, style.columns - nameColumns - 14);
  return rows.map(({ name, area, share }) => {
    const colour = area === 'app' ? style.colours.green : style.colours.dim;
    const bar = shareBar(share, full, barColumns);
    return `  ${padEnd(cutEnd(name, nameColumns), nameColumns)}${padStart(formatShare(share), 7)}  ${colour(bar)}`;
  });
}

function idleSentence(sampling: SamplingReport): string {
  return `${capitalized(idleWords(sampling))} for ${formatShare(sampling.idleShare)} of the measured time; shares are of the rest.${cpuSentence(sampling)}`;
}

function cpuSentence({ cpuMicrosPerRequest, costShare = null }: SamplingReport): string {
  const cost = costShare === null ? '' : formatShare(costShare);
  if (cpuMicrosPerRequest === null) {
    return cost === '' ? '' : ` Sampling took ${cost} of the server's CPU time.`;
  }
  const took = formatDuration(cpuMicrosPerRequest / 1000);
  return ` One request took ${took} of CPU time${cost === '' ? '' : `, ${cost} of it for sampling`}.`;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function unattributedSentence(report: Report, sampling: SamplingReport, style: Style): string {
  if (sampling.unattributedShare < 0.0005) return '';
  const top = report.unattributed
    .filter(({ self }) => self >= 0.0005)
    .slice(0, 3)
    .map((entry) => {
      const owner = entry.area === 'deps' && entry.package ? ` of ${entry.package}` : '';
      return `${placeWords(entry.name, 0, style.baseFolder)}${owner} ${formatShare(entry.self)}`;
    })
    .join(', ');
  const share = formatShare(sampling.unattributedShare);
  return `No visible code on the stack for ${share}${top === '' ? '' : `; the largest: ${top}`}.`;
}

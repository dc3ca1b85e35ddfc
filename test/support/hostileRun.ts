import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { Report } from '../../src/shared/report.ts';
import { reportOf } from './sampleRun.ts';
import { shopRun } from './shopRun.ts';

/** Names that a file format may trip over: separators, line ends, comments, numbers, markup. */
export const hostileNames = [
  'a;b;c 7',
  'two\nlines\r\nand\u2028more',
  '# a comment',
  'ends with a number 12',
  '</script><img src=x onerror=alert(1)>',
  '__proto__',
  'tab\tand\u0000zero',
  '"quotes" and \\ and %3B',
  'größe 计算 🔥',
];

/** The shop's run in three threads of two processes, with hostile names, and a wait in the middle. */
export function hostileRun(): { profile: Profile; report: Report } {
  const { profile } = shopRun();
  const named = profile.functions.filter(({ area }) => area === 'app' || area === 'v8');
  hostileNames.forEach((name, index) => (named[index]!.name = name));
  const { samples } = profile;
  samples.isolate.forEach((_, index) => {
    samples.isolate[index] = index % 3;
    samples.timeMicros[index] = Math.floor(index / 3) * 1000 + (index > 600 ? 250_000 : 0);
  });
  profile.windowMs = Math.ceil(samples.isolate.length / 3) + 250;
  profile.isolates = [
    { pid: 4711, threadId: 0, role: 'main' },
    { pid: 4711, threadId: 2, role: 'worker' },
    { pid: 4712, threadId: 0, role: 'child' },
  ];
  const report = reportOf(profile);
  const counts = profile.isolates.map((isolate) => ({ ...isolate, samples: 1, onCpu: 1 }));
  counts[2] = { ...counts[2]!, script: 'src/jobs;\n.js' } as (typeof counts)[number];
  report.target!.processes = counts;
  return { profile, report };
}

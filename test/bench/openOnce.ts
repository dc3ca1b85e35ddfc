/**
 * Opens the profile given as argument and prints what it took as JSON. A process of its own, so that
 * the peak memory is that of the opening.
 */
import { openProfiles } from '../../src/engine/import/openProfiles.ts';

const before = process.resourceUsage().maxRSS;
const cpuBefore = process.cpuUsage();
const start = performance.now();
const { report } = await openProfiles([process.argv[2]!], { workspaceFolders: [], areas: ['app'] });
console.log(
  JSON.stringify({
    ms: performance.now() - start,
    cpuMs: (process.cpuUsage(cpuBefore).user + process.cpuUsage(cpuBefore).system) / 1000,
    samples: report.sampling?.samples,
    startMb: before / 1024,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);

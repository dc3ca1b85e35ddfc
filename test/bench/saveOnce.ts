/**
 * Writes a profile of as many call-tree nodes as the second argument says to the path that is the
 * first, and prints what it took as JSON. A process of its own, so that the peak memory is that of
 * the writing.
 */
import { statSync } from 'node:fs';
import { writeProfileFile } from '../../src/engine/profile/savedFile.ts';
import { largeProfile } from '../support/largeRun.ts';
import { reportOf } from '../support/sampleRun.ts';

const [path, nodes] = process.argv.slice(2);
const profile = largeProfile(Number(nodes));
const report = reportOf(profile);
const extras = { assetsFolder: '', baseFolder: '/app', sourceOf: () => null };
const before = process.resourceUsage().maxRSS;
const cpuBefore = process.cpuUsage();
const start = performance.now();
writeProfileFile(path!, 'cpuprofile', { profile, report, ...extras });
const { user, system } = process.cpuUsage(cpuBefore);
console.log(
  JSON.stringify({
    ms: performance.now() - start,
    cpuMs: (user + system) / 1000,
    bytes: statSync(path!).size,
    startMb: before / 1024,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);

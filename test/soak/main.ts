import { killExtensionHost } from './extensionHost.ts';
import { kill, victims } from './kills.ts';
import { soak } from './soak.ts';

/**
 * `npm run soak [runs] [kills] [seed]`: 200 runs with cancels, then 20 killings of each process of a
 * run, unless other numbers are given. It prints what it measured, and throws where something is left.
 */
const [runs = 200, kills = 20, seed = 1] = process.argv.slice(2).map(Number);

if (runs > 0) {
  const startedMs = performance.now();
  const { done, cancelled, ...server } = await soak(runs, seed);
  console.log(
    `${runs} runs from seed ${seed} in ${Math.round((performance.now() - startedMs) / 1000)} s: ${done} done, ${cancelled} cancelled, no process and no file left`,
  );
  console.log(
    `language server: ${server.filesBefore} open files after 3 runs, ${server.filesAfter} after all; ${server.memoryBeforeMb.toFixed(0)} MB and ${server.memoryAfterMb.toFixed(0)} MB`,
  );
}
for (const victim of kills > 0 ? victims : []) {
  const { outcomes, longestCleanupMs } = await kill(victim, kills, seed);
  const told = Object.entries(outcomes)
    .map(([outcome, times]) => `${times} × ${outcome}`)
    .join(', ');
  console.log(
    `SIGKILL of the ${victim}, ${kills} times: ${told}; nothing left after ${(longestCleanupMs / 1000).toFixed(1)} s at most, every next run works`,
  );
}
if (kills > 0) {
  const { met, longestCleanupMs } = await killExtensionHost(kills, seed);
  console.log(
    `SIGKILL of the extension host, ${kills} times: ${met} met a running run; nothing left after ${(longestCleanupMs / 1000).toFixed(1)} s at most, every next run works`,
  );
}

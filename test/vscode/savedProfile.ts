import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';

/** What `app.js` was when it ran. */
const appSource = `
function handle(order) {
  const total = price(order);
  return render(order, total);
}

function price(order) {
  let sum = 0;
  for (const item of order.items) sum += item.price;
  return sum;
}
`;

/**
 * Writes a program `app.js` with a saved run of it into the folder, and gives the run's path. Of 500
 * samples 300 are at line 9 (price), 100 at line 4 and 100 at line 20 of gone.js, which was deleted.
 */
export function writeSavedRun(folder: string, name = 'saved.cpuprofile'): string {
  const profile = profileFromStacks([
    [300, '*handle:3/app.js', '*price:9/app.js'],
    [100, '*handle:4/app.js'],
    [100, '*handle:4/app.js', '*render:20/gone.js'],
  ]);
  const starts: Record<string, number> = { handle: 2, price: 7, render: 18 };
  for (const each of profile.functions) {
    each.file = each.file.replace(/^\/app/, folder);
    each.line = starts[each.name] ?? each.line;
  }
  profile.sources.set(join(folder, 'app.js'), appSource);
  writeFileSync(join(folder, 'app.js'), appSource);
  const report = reportOf(profile);
  assert.ok(report.target);
  report.target.cwd = folder;
  report.takenAt = '2026-03-04T05:06:07.000Z';
  const path = join(folder, name);
  writeFileSync(path, saveRun(profile, report));
  return path;
}

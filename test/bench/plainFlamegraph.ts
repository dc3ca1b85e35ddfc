import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Browser } from 'playwright-core';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { flameCounts } from '../../src/analysis/flame/flameCounts.ts';

const deadlineMs = 60_000;
const root = join(import.meta.dirname, '../..');

interface PlainNode {
  name: string;
  value: number;
  children: PlainNode[];
}

/** d3-flame-graph as its own documentation uses it, with every node of the profile: the time until it is painted, in words. */
export async function drawPlainly(browser: Browser, profile: Profile): Promise<string> {
  const [built] = buildSync({
    stdin: {
      contents: `import flamegraph from 'd3-flame-graph'; import { select } from 'd3-selection';
        globalThis.draw = (data) => select('#chart').datum(data).call(flamegraph().width(1000));`,
      resolveDir: root,
    },
    bundle: true,
    format: 'iife',
    write: false,
    loader: { '.css': 'empty' },
    logLevel: 'error',
  }).outputFiles;
  await using context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await page.setContent('<div id="chart"></div>');
  await page.addScriptTag({ content: built!.text });
  const text = JSON.stringify(plainTree(profile));
  const drawing = page.evaluate((json) => {
    const from = performance.now();
    (globalThis as unknown as { draw: (data: unknown) => void }).draw(JSON.parse(json));
    return new Promise<number>((settle) => {
      requestAnimationFrame(() => setTimeout(() => settle(performance.now() - from)));
    });
  }, text);
  drawing.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((settle) => {
    timer = setTimeout(() => settle(null), deadlineMs);
  });
  try {
    const ms = await Promise.race([drawing, late]);
    return ms === null ? `not drawn within ${deadlineMs / 1000} s` : `${ms.toFixed(0)} ms, once`;
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  } finally {
    clearTimeout(timer);
  }
}

function plainTree(profile: Profile): PlainNode {
  const { functions, frames, nodes } = profile;
  const { total } = flameCounts(profile);
  const all = Array.from(nodes.parent, (_, node): PlainNode => {
    const fn = functions[frames.function[nodes.frame[node]!] ?? -1];
    return { name: fn?.name ?? 'all', value: total[node]!, children: [] };
  });
  for (let node = 1; node < all.length; node++) {
    all[nodes.parent[node]!]!.children.push(all[node]!);
  }
  return all[0]!;
}

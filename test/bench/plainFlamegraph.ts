import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import { flameCounts } from '../../src/analysis/flame/flameCounts.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { untilPainted, type ViewerPage } from './viewerPage.ts';

const root = join(import.meta.dirname, '../..');

/**
 * d3-flame-graph as its own documentation uses it, with every node of the profile; without its
 * transitions, which would be most of a zoom.
 */
export const plainFlamegraph: ViewerPage = {
  name: 'd3-flame-graph',
  prepare(folder, { profile }) {
    const [built] = buildSync({
      stdin: {
        contents: `import flamegraph from 'd3-flame-graph'; import { select } from 'd3-selection';
          fetch('profile.json').then((answer) => answer.json()).then((data) => {
            const chart = flamegraph().width(1000).transitionDuration(0);
            select('#chart').datum(data).call(chart);
          });`,
        resolveDir: root,
      },
      bundle: true,
      format: 'iife',
      write: false,
      loader: { '.css': 'empty' },
      logLevel: 'error',
    }).outputFiles;
    writeFileSync(join(folder, 'draw.js'), built!.text);
    writeFileSync(join(folder, 'profile.json'), JSON.stringify(plainTree(profile)));
    const page = '<!doctype html><div id="chart"></div><script src="draw.js"></script>';
    writeFileSync(join(folder, 'index.html'), page);
    return Promise.resolve('index.html');
  },
  shown: `document.querySelector('#chart g')`,
  async zoom(page, place) {
    const index = await page.locator('#chart g').evaluateAll((all, part) => {
      const wide = all
        .map((frame, at) => ({ at, width: frame.getBoundingClientRect().width }))
        .filter(({ at, width }) => at > 0 && width > 30);
      return wide[Math.floor(part * (wide.length - 1))]?.at ?? 0;
    }, place);
    const ms = await clickMs(page, index);
    await clickMs(page, 0);
    return ms;
  },
};

/** Until the frame that was clicked is as wide as all. */
function clickMs(page: Page, index: number): Promise<number> {
  const frame = `document.querySelectorAll('#chart g')[${index}]`;
  // The event itself: to scroll to a frame and to point at it is no part of the time.
  return page.evaluate<number>(`new Promise((settle) => {
    const frame = ${frame};
    const from = performance.now();
    frame.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    ${untilPainted(`frame.querySelector('rect').width.baseVal.value > 990`, 'settle(performance.now() - from)')}
  })`);
}

interface PlainNode {
  name: string;
  value: number;
  children: PlainNode[];
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

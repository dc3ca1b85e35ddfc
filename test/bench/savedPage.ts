import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderHtmlPage } from '../../src/engine/profile/htmlPage.ts';
import { pageAssets } from '../support/openPage.ts';
import { zoomAt } from './viewTimes.ts';
import type { ViewerPage } from './viewerPage.ts';

/** The page that `hotframe run --html` writes. */
export const savedPage: ViewerPage = {
  name: 'Hotframe, saved page',
  prepare(folder, { profile, report }) {
    const extras = { assetsFolder: pageAssets, baseFolder: '/app', sourceOf: () => null };
    writeFileSync(join(folder, 'page.html'), renderHtmlPage(profile, report, extras));
    return Promise.resolve('page.html');
  },
  shown: `document.querySelector('g.frame')`,
  async zoom(page, place) {
    const { whole } = await zoomAt(page.locator('.graph'), place);
    return whole;
  },
};

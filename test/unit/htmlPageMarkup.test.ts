import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { renderHtmlPage } from '../../src/engine/profile/htmlPage.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';

/** What of the saved page holds without a browser; the page itself is opened in test/webview. */

const assetsFolder = mkdtempSync(join(tmpdir(), 'html-page-'));
after(() => rmSync(assetsFolder, { recursive: true }));
const assets = {
  'pageHost.js': 'host("</script>");\r\n',
  'main.js': 'draw("<!--");',
  'main.css': 'body { color: red; }',
  'NOTICES.txt': '<someone@example.com>',
};
for (const [name, text] of Object.entries(assets)) writeFileSync(join(assetsFolder, name), text);

const hostile = `</title><script>alert(1)</script>"'&`;

function page(): string {
  const profile = profileFromText('main:1 main:2');
  for (const each of profile.functions) {
    each.name = hostile;
    each.file = `/app/${hostile}.js`;
  }
  const report = reportOf(profile);
  report.target!.command = ['node', '<b title="\'">&amp;'];
  return renderHtmlPage(profile, report, {
    assetsFolder,
    baseFolder: '/app',
    sourceOf: () => null,
  });
}

test('the page has one script and one style, and its policy names both by hash and nothing else', () => {
  const html = page();
  const inside = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text]) => text!);
  const [[script, ...scripts], [style, ...styles]] = [inside('script'), inside('style')];
  assert.deepEqual([scripts, styles], [[], []]);
  assert.equal(script, 'host("\\x3c/script>");\ndraw("\\x3c!--");');
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1];
  assert.deepEqual(policy?.split('; '), [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style!)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test('nothing of a profile is markup of the page', () => {
  const html = page();
  const tags = [...html.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name!);
  assert.deepEqual([...new Set(tags)].sort(), [
    'body',
    'head',
    'html',
    'meta',
    'noscript',
    'p',
    'script',
    'style',
    'template',
    'title',
  ]);
  assert.equal(tags.filter((name) => name === 'title').length, 2);
  assert.ok(
    html.includes('<title>Hotframe · node &lt;b title=&quot;&#39;&quot;&gt;&amp;amp;</title>'),
  );
  assert.match(html, /&lt;someone@example\.com&gt;/);
});

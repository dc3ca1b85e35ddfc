import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'src/README.md', 'test/bench/README.md'],
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].map((name) => join(root, name));

test('every link between documents leads to a file, and to a heading of it', () => {
  for (const document of documents) {
    for (const [, target = '', heading = ''] of linksOf(document)) {
      const file = target === '' ? document : resolve(dirname(document), target);
      const link = `${relative(root, document)}: ${target}${heading}`;
      assert.ok(existsSync(file), link);
      if (heading !== '') assert.ok(anchorsOf(file).includes(heading.slice(1)), link);
    }
  }
});

test('no document has a heading twice, of which one could not be linked to', () => {
  for (const document of documents) {
    const anchors = anchorsOf(document);
    assert.deepEqual(anchors, [...new Set(anchors)], relative(root, document));
  }
});

function linksOf(document: string) {
  return withoutCode(document).matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)/g);
}

/** As GitHub makes them of headings. */
function anchorsOf(document: string): string[] {
  return [...withoutCode(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(document: string): string {
  return readFileSync(document, 'utf8').replace(/^```[^]*?^```/gm, '');
}

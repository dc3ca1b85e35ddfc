import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeMarkdown, placeLink } from '../../src/server/core/markdown.ts';

test('a name is text in Markdown, whatever it is made of', () => {
  assert.equal(
    escapeMarkdown('<img src=x> [a](b)\n`c`\u202e & d'),
    '&lt;img src=x&gt; \\[a\\]\\(b\\) \\`c\\` &amp; d',
  );
});

test('a place is a link to its line, or its words where there is no file or line', () => {
  assert.equal(placeLink('a.js', '', 7), 'a\\.js');
  assert.equal(placeLink('a.js', 'file:///a.js', 7), '[a\\.js](file:///a.js#L7)');
  assert.equal(placeLink('a.js', 'file:///a.js', 0), '[a\\.js](file:///a.js)');
});

test('a path can not end its link', () => {
  assert.equal(
    placeLink('a](b', 'file:///a)[x](<command:y>)\\', 1),
    '[a\\]\\(b](file:///a%29[x]%28%3ccommand:y%3e%29%5c#L1)',
  );
});

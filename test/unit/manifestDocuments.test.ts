import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { findingKinds } from '../../src/shared/finding.ts';
import { checkDocumentSection } from '../support/documentSection.ts';

interface Setting {
  order: number;
  type: string;
  default: unknown;
  markdownDescription: string;
  enum?: string[];
  markdownEnumDescriptions?: string[];
}

interface Manifest {
  contributes: {
    commands: { command: string; title: string; category: string }[];
    menus: { commandPalette: { command: string; when: string }[] };
    configuration: { properties: Record<string, Setting> };
  };
}

const manifest = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
) as Manifest;
const { commands, menus, configuration } = manifest.contributes;

test('each kind of finding can be switched off, and has in docs/ what it can’t know', () => {
  const { items } = configuration.properties['hotframe.findings.off'] as Setting & {
    items: { enum: string[] };
  };
  assert.deepEqual(items.enum, [...findingKinds]);
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/findings.md'), 'utf8');
  const rows = text.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  for (const kind of findingKinds) {
    const unknown = rows.find((cells) => cells[1] === `\`${kind}\``)?.[4] ?? '';
    assert.ok(unknown.length > 10, `${kind} lacks what it can’t know`);
  }
});

test("the settings in docs/ are the manifest's", () => {
  const settings = Object.entries(configuration.properties).sort(
    ([, a], [, b]) => a.order - b.order,
  );
  const rows = settings.map(([name, setting]) => {
    const choices = (setting.enum ?? []).map(
      (value, index) => `\`${value}\`: ${setting.markdownEnumDescriptions?.[index] ?? ''}`,
    );
    const words = [setting.markdownDescription, ...choices].join(' ').replaceAll('|', '\\|');
    return `| \`${name}\` | ${words} | ${defaultOf(setting)} |`;
  });
  checkDocumentSection(
    'settings',
    ['| setting | what it does | default |', '| --- | --- | --- |', ...rows].join('\n'),
  );
});

test('docs/editor.md names each command of the palette', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/editor.md'), 'utf8');
  const hidden = new Set(
    menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command),
  );
  const missing = commands
    .filter(({ command, title }) => !hidden.has(command) && !guide.includes(`\`${title}\``))
    .map(({ title }) => title);
  assert.deepEqual(missing, []);
});

function defaultOf({ default: value, type }: Setting): string {
  if (type === 'boolean') return value === true ? 'on' : 'off';
  return value === '' ? '' : `\`${String(value)}\``;
}

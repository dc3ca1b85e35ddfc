import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
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

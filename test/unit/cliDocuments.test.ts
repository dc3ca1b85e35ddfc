import type { Option } from 'commander';
import { test } from 'node:test';
import { attachOptionList } from '../../src/cli/options/attachProgram.ts';
import { compareOptionList } from '../../src/cli/options/compareProgram.ts';
import { measureOptionList } from '../../src/cli/options/measureProgram.ts';
import { outputOptions } from '../../src/cli/options/outputOptions.ts';
import { runOptionGroups } from '../../src/cli/options/runProgram.ts';
import { defaultText } from '../../src/cli/options/optionGroup.ts';
import { checkDocumentSection } from '../support/documentSection.ts';

test("the option table in docs/ is the command line's own", () => {
  checkOptions(
    'options',
    runOptionGroups().flatMap(({ title, options }) => [
      `| **${title}** | | |`,
      ...options.map(rowOf),
    ]),
  );
});

test("the option table in docs/ of compare is the command line's own", () => {
  checkOptions('compare options', compareOptionList().map(rowOf));
});

test("the option table in docs/ of measure is the command line's own", () => {
  checkOptions('measure options', measureOptionList().map(rowOf));
});

test("the option table in docs/ of open is the command line's own", () => {
  checkOptions('open options', outputOptions('profile').map(rowOf));
});

test("the option table in docs/ of attach is the command line's own", () => {
  checkOptions('attach options', attachOptionList().map(rowOf));
});

function rowOf(option: Option): string {
  const flags = option.flags.replaceAll('|', '\\|');
  return `| \`${flags}\` | ${option.description} | ${defaultText(option) ?? ''} |`;
}

function checkOptions(section: string, rows: string[]): void {
  const head = ['| option | what it does | default |', '| --- | --- | --- |'];
  checkDocumentSection(section, [...head, ...rows].join('\n'));
}

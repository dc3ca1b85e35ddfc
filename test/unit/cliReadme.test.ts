import { test } from 'node:test';
import { defaultWords, runOptionGroups } from '../../src/cli/program.ts';
import { checkReadmeSection } from '../support/readmeSection.ts';

test("README's option table is the command line's own", () => {
  const rows = runOptionGroups().flatMap(({ title, options }) => [
    `| **${title}** | | |`,
    ...options.map((option) => {
      const flags = option.flags.replaceAll('|', '\\|');
      return `| \`${flags}\` | ${option.description} | ${defaultWords(option) ?? ''} |`;
    }),
  ]);
  checkReadmeSection(
    'options',
    ['| option | what it does | default |', '| --- | --- | --- |', ...rows].join('\n'),
  );
});

import type { Launch, Unusable } from './launch.ts';
import { localProgram, type Exists } from './launchPrograms.ts';
import { shellWords } from './shellWords.ts';

/** Names of scripts that start a server. */
const serverName = /^(start|serve|server|dev|develop|prod|production|preview|watch)([:.-].*)?$/;
/** Names of scripts that never do. */
const otherName =
  /^(pre|post|build|test|lint|format|check|clean|compile|types?|deploy|release|prepare|seed|migrate|generate|coverage|bench)/;
/** They start the server in a process of their own, which sampling does not reach. */
const restarters = new Set(['nodemon', 'node-dev', 'ts-node-dev', 'tsnd', 'pm2', 'forever']);
const environmentSetters = new Set(['cross-env', 'env']);

/** Reads one script of package.json; null where it has nothing to do with a server. */
export function scriptLaunch(
  name: string,
  text: string,
  folder: string,
  exists: Exists,
): Launch | Unusable | null {
  if (otherName.test(name)) return null;
  const isServer = serverName.test(name);
  const label = `npm run ${name}`;
  const unusable = (why: string) => (isServer ? { label, why: `\`${text}\` ${why}` } : null);

  const leftOut: string[] = [];
  const steps = text.split('&&');
  const before = steps.slice(0, -1).join('&&').trim();
  if (before !== '') leftOut.push(`\`${before}\` before it`);
  const { words, needsShell } = shellWords(steps.at(-1) ?? '');
  if (needsShell !== null) return unusable(`needs a shell (for \`${needsShell}\`)`);

  if (environmentSetters.has(words[0] ?? '')) words.shift();
  while (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) leftOut.push(`\`${words.shift()!}\``);
  let program = words.shift();
  if (program === undefined) return null;
  if (program === 'npx' && words[0] !== undefined) program = words.shift()!;
  if (restarters.has(program)) {
    // Only the plain form is certain: the file right after the name.
    const file = words[0] ?? '';
    if (program !== 'nodemon' || !/\.[cm]?js$/.test(file)) {
      return unusable(`starts the server in another process; choose the file itself`);
    }
    leftOut.push('`nodemon`');
    program = 'node';
  }
  const isPlain = /^(node|tsx)(\.exe)?$/.test(program);
  if (!isPlain && !isServer) return null;

  let file = 'node';
  if (program !== 'node' && program !== 'node.exe') {
    const found = localProgram(program, folder, exists);
    if (!found) return unusable('is not a Node.js command of this project');
    file = found;
  }
  const kept = words.filter((word, index) => !isWatch(word, index, program));
  if (kept.length < words.length) leftOut.push('watching for changes');
  if (kept.length === 0 && isPlain) return null;
  return {
    origin: 'script',
    label,
    command: [file, ...kept],
    cwd: folder,
    why: ['script of package.json', ...withoutWords(leftOut)].join(', '),
  };
}

/** Scripts that start a server come first, `start` before all. */
export function scriptRank(name: string): number {
  if (name === 'start') return 0;
  if (/^(start|serve|server|prod)/.test(name)) return 1;
  return serverName.test(name) ? 2 : 3;
}

export function withoutWords(leftOut: readonly string[]): string[] {
  return leftOut.length === 0 ? [] : [`without ${leftOut.join(' and ')}`];
}

/** Watching puts the server into a process of its own. */
function isWatch(word: string, index: number, program: string): boolean {
  return (
    /^--watch(-path=.*|-preserve-output)?$/.test(word) ||
    (program === 'tsx' && index === 0 && word === 'watch')
  );
}

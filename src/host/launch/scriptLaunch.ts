import { otherRuntimes } from '../../shared/otherRuntimes.ts';
import type { Launch, Unusable } from './launch.ts';
import { leadingVariables, type EnvironmentChanges } from './launchEnvironment.ts';
import { localProgram, type Exists } from './launchPrograms.ts';
import { shellWords } from './shellWords.ts';

const serverName = /^(start|serve|server|dev|develop|prod|production|preview|watch)([:.-].*)?$/;
const otherName =
  /^(pre|post|build|test|lint|format|check|clean|compile|types?|deploy|release|prepare|seed|migrate|generate|coverage|bench)/;

export interface ScriptPlace {
  folder: string;
  /** Comes before the script's name: `api: ` for a script of a package, empty for the folder's own. */
  label: string;
  /** All scripts, to find those that run before one. */
  scripts: Readonly<Record<string, unknown>>;
  manager: string;
  exists: Exists;
  platform: string;
}

/**
 * Reads one script of package.json; null if it has nothing to do with a server. A plain command is
 * used directly. Any other is left to the package manager, below which the engine finds the server.
 */
export function scriptLaunch(
  name: string,
  text: string,
  place: ScriptPlace,
): Launch | Unusable | null {
  if (otherName.test(name)) return null;
  const { folder, manager, scripts } = place;
  const label = `${place.label}${manager} run ${name}`;
  const launch = (command: string[], env: EnvironmentChanges, why: string): Launch => {
    return { origin: 'script', label, command, cwd: folder, env, preLaunchTask: null, why };
  };
  const { words, needsShell } = shellWords(text, place.platform);
  if (needsShell === null && !(`pre${name}` in scripts)) {
    const plain = plainCommand(words, place);
    if (plain && (plain.isPlain || serverName.test(name))) {
      const why = ['script of package.json', ...withoutWords(plain.leftOut)].join(', ');
      return launch(plain.command, plain.env, why);
    }
  }
  if (!serverName.test(name)) return null;
  const { program } = programOf(words);
  if (program === undefined && needsShell === null) return null;
  if (program !== undefined && otherRuntimes.test(program)) {
    return { label, why: `\`${text}\` is not a Node.js command` };
  }
  return launch([manager, 'run', name], {}, `script of package.json, \`${text}\``);
}

/** Ranks scripts that start a server first, `start` before all others. */
export function scriptRank(name: string): number {
  if (name === 'start') return 0;
  if (/^(start|serve|server|prod)/.test(name)) return 1;
  return serverName.test(name) ? 2 : 3;
}

export function withoutWords(leftOut: readonly string[]): string[] {
  return leftOut.length === 0 ? [] : [`without ${leftOut.join(' and ')}`];
}

interface PlainCommand {
  command: string[];
  env: EnvironmentChanges;
  leftOut: string[];
  /** Whether it is Node.js with a file, whatever the script is called. */
  isPlain: boolean;
}

/** A command that needs neither a shell nor a package manager; null for any other. */
function plainCommand(words: readonly string[], place: ScriptPlace): PlainCommand | null {
  const leftOut: string[] = [];
  const { env, program: named, rest } = programOf(words);
  let program = named;
  // Only this form of nodemon is certain: the file right after the name.
  if (program === 'nodemon' && /\.[cm]?js$/.test(rest[0] ?? '')) {
    leftOut.push('`nodemon`');
    program = 'node';
  }
  if (program === undefined) return null;
  const isNode = /^node(\.exe)?$/.test(program);
  const isPlain = isNode || program === 'tsx';
  const file = isNode ? 'node' : localProgram(program, place.folder, place.exists);
  if (file === null) return null;
  const kept = rest.filter((word, index) => !isWatch(word, index, program));
  if (kept.length < rest.length) leftOut.push('watching for changes');
  if (kept.length === 0 && isPlain) return null;
  return { command: [file, ...kept], env, leftOut, isPlain };
}

/** The program that a command line starts, after `NAME=value`, `env`, `cross-env` and `npx`. */
function programOf(words: readonly string[]): {
  env: EnvironmentChanges;
  program: string | undefined;
  rest: string[];
} {
  let { env, rest } = leadingVariables(words);
  if (rest[0] === 'cross-env' || (rest[0] === 'env' && !rest[1]?.startsWith('-'))) {
    const more = leadingVariables(rest.slice(1));
    env = { ...env, ...more.env };
    rest = more.rest;
  }
  if (rest[0] === 'npx' && rest[1] !== undefined && !rest[1].startsWith('-')) rest = rest.slice(1);
  return { env, program: rest[0], rest: rest.slice(1) };
}

/** Watching would put the server into a child process. */
function isWatch(word: string, index: number, program: string): boolean {
  return (
    /^--watch(-path=.*|-preserve-output)?$/.test(word) ||
    (program === 'tsx' && index === 0 && word === 'watch')
  );
}

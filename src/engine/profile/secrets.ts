import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { LoadOptions, LoadRequest, RunOptions } from '../../shared/runOptions.ts';
import {
  commandWithoutSecrets,
  isSecretName,
  urlWithoutSecrets,
} from '../../shared/secretWords.ts';
import { secretsOf, withoutSecrets } from './withoutSecrets.ts';

/** What of a run may hold secrets; a process that is attached to may go without load. */
type Told = Pick<RunOptions, 'command' | 'cwd' | 'env'> & { load: LoadOptions | null };

/** Shorter texts are in any output by chance. */
const shortestSecret = 6;

/**
 * What a run knows and must not tell again in what is kept: what the requests carry, and values of
 * the environment and of the command line whose names say that they are secrets.
 */
export class Secrets {
  readonly #texts = new Set<string>();

  constructor({ command, cwd, env, load }: Told) {
    this.addEnvironment(process.env);
    this.addEnvironment(env);
    for (const file of environmentFiles(command)) this.addEnvironment(readEnvironment(cwd, file));
    this.#addCommand(command);
    if (!load) return;
    this.#addUrl(load.url);
    const { url, method, headers, body } = load;
    const single = { method, path: url, headers, ...(body === undefined ? {} : { body }) };
    this.addRequests([single, ...load.requests, ...(load.setup ?? [])]);
  }

  addRequests(requests: readonly LoadRequest[]): void {
    for (const text of secretsOf(requests)) this.#add(text);
  }

  addEnvironment(env: Readonly<Record<string, string | null | undefined>>): void {
    for (const [name, value] of Object.entries(env)) {
      if (typeof value !== 'string') continue;
      if (isSecretName(name)) this.#add(value);
      // DATABASE_URL and the like.
      this.#addUrl(value);
    }
  }

  /** A text that others have written, such as a server's output. */
  conceal(text: string): string {
    const longestFirst = [...this.#texts].sort((a, b) => b.length - a.length);
    return withoutSecrets(urlWithoutSecrets(text), longestFirst);
  }

  concealCommand(words: readonly string[]): string[] {
    return commandWithoutSecrets(words).map((word) => this.conceal(word));
  }

  #addCommand(words: readonly string[]): void {
    const told = commandWithoutSecrets(words);
    for (const [index, word] of words.entries()) {
      if (told[index] === word) continue;
      this.#add(word.slice(word.indexOf('=') + 1));
      this.#addUrl(word);
    }
  }

  #addUrl(text: string): void {
    const [, user] = /\w:\/\/([^\s/?#@]+)@/.exec(text) ?? [];
    if (user === undefined) return;
    const password = user.slice(user.indexOf(':') + 1);
    for (const each of [user, password]) {
      this.#add(each);
      this.#add(decoded(each));
    }
    this.#add(Buffer.from(decoded(user)).toString('base64'));
  }

  #add(text: string): void {
    if (text.trim().length >= shortestSecret) this.#texts.add(text);
  }
}

/** What servers read by themselves, and what Node.js is told to read. */
function environmentFiles(command: readonly string[]): string[] {
  const named = command.flatMap((word, index) => {
    const [, inWord] = /^--env-file(?:-if-exists)?=(.+)$/.exec(word) ?? [];
    const next = /^--env-file(-if-exists)?$/.test(word) ? command[index + 1] : undefined;
    return inWord ?? next ?? [];
  });
  return ['.env', '.env.local', ...named];
}

function readEnvironment(cwd: string, file: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(resolve(cwd, file), 'utf8'));
  } catch {
    // None is as good an answer as any.
    return {};
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

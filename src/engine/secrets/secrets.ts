import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { textWithin } from '../files/regularFile.ts';
import type { LoadOptions, LoadRequest, RunOptions } from '../../shared/runOptions.ts';
import { plainText } from '../../shared/plainText.ts';
import {
  redactedCommand,
  isOrdinary,
  isSecretName,
  secretsIn,
  secretsInCommand,
  redactedText,
} from '../../shared/secretText.ts';
import { secretsOf, redactSecrets } from './redactSecrets.ts';

/** The parts of a run that may hold secrets. `load` is null for an attached process without load. */
type Told = Pick<RunOptions, 'command' | 'cwd' | 'env'> & { load: LoadOptions | null };

/**
 * The secrets of a run, which must not appear in anything that is kept: contents of requests, and
 * values of the environment and the command line with secret names.
 */
export class Secrets {
  readonly #texts = new Set<string>();

  constructor({ command, cwd, env, load }: Told) {
    this.addEnvironment(process.env);
    this.addEnvironment(env);
    for (const file of environmentFiles(command)) this.addEnvironment(readEnvironment(cwd, file));
    for (const text of secretsInCommand(command)) this.#addEach(text);
    if (!load) return;
    for (const text of secretsIn(load.url)) this.#addEach(text);
    const { url, method, headers, body } = load;
    const single = { method, path: url, headers, ...(body === undefined ? {} : { body }) };
    this.addRequests([single, ...load.requests, ...(load.setup ?? [])]);
  }

  addRequests(requests: readonly LoadRequest[]): void {
    for (const text of secretsOf(requests)) this.#keep(text);
  }

  addEnvironment(env: Readonly<Record<string, string | null | undefined>>): void {
    for (const [name, value] of Object.entries(env)) {
      if (typeof value !== 'string') continue;
      if (isSecretName(name)) this.#addEach(value);
      // Values such as DATABASE_URL hold a password.
      for (const text of secretsIn(value)) this.#addEach(text);
    }
  }

  /**
   * Redacts a text that others wrote, such as a server's output, and makes it plain text. Cut texts
   * after this, not before: a secret that is already cut is found only at the ends of the text.
   */
  redact(text: string): string {
    return redactedText(redactSecrets(plainText(text), [...this.#texts]));
  }

  redactCommand(words: readonly string[]): string[] {
    return redactedCommand(words).map((word) => this.redact(word));
  }

  /** Adds the parts of `ann:SECRET` and `Bearer SECRET` as well, and all of them URL-decoded. */
  #addEach(text: string): void {
    const parts = [text, /:(.+)$/s.exec(text)?.[1], /^\w+ +(.+)$/s.exec(text)?.[1]];
    for (const part of parts) {
      if (part === undefined) continue;
      this.#keep(part);
      this.#keep(decoded(part));
    }
  }

  #keep(text: string): void {
    const plain = plainText(text);
    if (!isOrdinary(plain)) this.#texts.add(plain);
  }
}

const maxEnvironmentBytes = 1_000_000;

/** Files that servers read by themselves, and those that Node.js is told to read. */
function environmentFiles(command: readonly string[]): string[] {
  const named = command.flatMap((word, index) => {
    const [, inWord] = /^--env-file(?:-if-exists)?=(.+)$/.exec(word) ?? [];
    const next = /^--env-file(-if-exists)?$/.test(word) ? command[index + 1] : undefined;
    return inWord ?? next ?? [];
  });
  return ['.env', '.env.local', ...named];
}

function readEnvironment(cwd: string, file: string): Record<string, string | undefined> {
  return parseEnv(textWithin(resolve(cwd, file), maxEnvironmentBytes) ?? '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

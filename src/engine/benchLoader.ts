import { problemCall } from './bench/benchCalls.ts';
import { changedLoad, isOfJob, textOf } from './bench/moduleHooks.ts';
import { changedText, type TextJob } from './bench/moduleText.ts';

/** The hooks of moduleHooks.ts where Node.js runs them in a thread of their own. */
const jobs: TextJob[] = [];

/** Called for each job, with this one module for all of them. */
export function initialize(data: TextJob): void {
  jobs.push(data);
}

type Loaded = Parameters<typeof changedLoad>[0];

export async function load(
  url: string,
  context: object,
  next: (url: string, context: object) => Promise<Loaded>,
): Promise<Loaded> {
  const loaded = await next(url, context);
  const todo = jobs.find((job) => isOfJob(job, url));
  if (!todo) return loaded;
  const changed = (file: string, text: string, isModule: boolean) => {
    try {
      return changedText(todo, file, text, isModule)?.text ?? text;
    } catch (error) {
      if (error instanceof SyntaxError) return text;
      const message = JSON.stringify((error as Error).message);
      return `globalThis.${problemCall}?.(${message});${text}`;
    }
  };
  return changedLoad(loaded, url, changed, (file) => textOf(todo, file));
}

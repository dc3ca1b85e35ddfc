import type { Area } from '../../shared/vocabulary.ts';

/** A function as the log names it, or a pseudo-function (`area` set) for what is not JavaScript. */
export interface LogFunction {
  /** `name url:line:column` as logged, or the pseudo-function's name. */
  text: string;
  /** Script id; -1 if the log did not say. */
  script: number;
  /** Offset of the function in its script; -1 if the log did not say. */
  start: number;
  /** Null for JavaScript, whose area depends on its file. */
  area: Area | null;
}

/** The functions of one isolate's log without duplicates, numbered in order of appearance. */
export class LogFunctions {
  readonly all: LogFunction[] = [];
  readonly #byKey = new Map<string, number>();

  pseudo(name: string, area: Area): number {
    return this.#intern(`${area}\0${name}`, { text: name, script: -1, start: -1, area });
  }

  /** Returns the function with V8's `name url:line:column`, in the script that had it last. */
  ofText(text: string): number {
    return this.#intern(text, { text, script: -1, start: -1, area: null });
  }

  /** The same text in another script is another function (`eval`, or a reloaded module). */
  inScript(index: number, script: number, start: number): number {
    const known = this.all[index]!;
    if (known.script === script) return index;
    if (known.script < 0) {
      known.script = script;
      known.start = start;
      return index;
    }
    const key = `${known.text}\0${script}`;
    const other = this.#intern(key, { text: known.text, script, start, area: null });
    // Code without positions follows directly and belongs to the script seen last.
    this.#byKey.set(known.text, other);
    return other;
  }

  #intern(key: string, made: LogFunction): number {
    let index = this.#byKey.get(key);
    if (index === undefined) {
      index = this.all.push(made) - 1;
      this.#byKey.set(key, index);
    }
    return index;
  }
}

import type { Area } from '../../shared/vocabulary.ts';

/** A function as the log names it, or a pseudo-function (`area` set) for what is not JavaScript. */
export interface LogFunction {
  /** `name url:line:column` as logged, or the pseudo-function's name. */
  text: string;
  /** Script id; -1 where the log did not say. */
  script: number;
  /** Offset of the function in its script; -1 where the log did not say. */
  start: number;
  /** Null for JavaScript, whose area is known only once its file is. */
  area: Area | null;
}

/** The functions of one isolate's log, each once, numbered in the order they came. */
export class LogFunctions {
  readonly all: LogFunction[] = [];
  readonly #byKey = new Map<string, number>();

  /** A pseudo-function. */
  pseudo(name: string, area: Area): number {
    return this.#intern(`${area}\0${name}`, { text: name, script: -1, start: -1, area });
  }

  /** The function of V8's `name url:line:column`, in the script that last had it. */
  ofText(text: string): number {
    return this.#intern(text, { text, script: -1, start: -1, area: null });
  }

  /** The same text in another script is another function (`eval`, or a module that was loaded again). */
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
    // Code without positions comes right after: it belongs to the script seen last.
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

import { areaOfFile } from './fileArea.ts';
import type { IsolateLog } from './isolateLog.ts';
import type { LogFunction } from './logFunctions.ts';
import { scriptPath } from './logText.ts';
import type { ProfileFunction } from './profile.ts';
import type { ScriptPositions } from './scriptPositions.ts';

interface ResolvedFrame {
  function: number;
  line: number;
  column: number;
  exact: boolean;
}

/** Turns one isolate's functions and offsets into functions and lines of the profile. */
export class FunctionResolver {
  readonly #functions = new Map<number, number>();
  readonly #frames = new Map<number, ResolvedFrame>();

  constructor(
    private readonly log: IsolateLog,
    private readonly scripts: Map<number, ScriptPositions>,
    private readonly intern: (made: ProfileFunction) => number,
    private readonly workspaceFolders: string[],
  ) {}

  function(index: number): number {
    let resolved = this.#functions.get(index);
    if (resolved === undefined) {
      resolved = this.intern(this.#describe(this.log.code.functions[index]!));
      this.#functions.set(index, resolved);
    }
    return resolved;
  }

  frame(index: number, offset: number): ResolvedFrame {
    const key = index * 2 ** 30 + offset + 1;
    let resolved = this.#frames.get(key);
    if (resolved === undefined) {
      resolved = this.#resolve(index, offset);
      this.#frames.set(key, resolved);
    }
    return resolved;
  }

  #resolve(index: number, offset: number): ResolvedFrame {
    const resolved = this.function(index);
    const made = this.log.code.functions[index]!;
    const described = this.#describe(made);
    const script = this.scripts.get(made.script);
    if (offset < 0 || !script || made.area !== null) {
      return {
        function: resolved,
        line: described.line,
        column: described.column,
        exact: made.area !== null,
      };
    }
    const at = script.at(offset);
    // A build tool may have inlined code of another file into this function.
    if (at.file !== described.file && script.mapped) {
      const name = `${described.name} (inlined by the build)`;
      const made = { name, file: at.file, line: at.line, column: at.column };
      const owner = { ...made, ...areaOfFile(at.file, this.workspaceFolders) };
      return { function: this.intern(owner), line: at.line, column: at.column, exact: true };
    }
    return { function: resolved, line: at.line, column: at.column, exact: true };
  }

  #describe(made: LogFunction): ProfileFunction {
    if (made.area !== null) {
      return { name: made.text, file: '', line: 0, column: 0, area: made.area, package: '' };
    }
    const script = this.scripts.get(made.script);
    const logged = splitFunctionText(made.text, this.log.scripts.get(made.script)?.url ?? null);
    const file = scriptPath(logged.url);
    if (!script || made.start < 0) {
      const where = { file, line: logged.line, column: logged.column };
      return {
        name: displayName(logged.name),
        ...where,
        ...areaOfFile(file, this.workspaceFolders),
      };
    }
    const at = script.at(made.start);
    // The whole script as a function: V8 gives it no name.
    const name = script.functionName(made.start) ?? logged.name;
    return {
      name: name === '' && made.start === 0 ? '(module)' : displayName(name),
      file: at.file,
      line: at.line,
      column: at.column,
      ...areaOfFile(at.file, this.workspaceFolders),
    };
  }
}

function displayName(name: string): string {
  return name === '' ? '(anonymous)' : name;
}

/**
 * Cuts V8's `name url:line:column`. Both name and url may hold spaces, so the script's own url
 * decides where it is known.
 */
function splitFunctionText(
  text: string,
  url: string | null,
): { name: string; url: string; line: number; column: number } {
  const match = /^(.*):(\d+):(\d+)$/s.exec(text);
  const head = match?.[1] ?? text;
  const line = Number(match?.[2] ?? 0);
  const column = Number(match?.[3] ?? 0);
  if (url !== null && head.endsWith(url)) {
    return { name: head.slice(0, head.length - url.length).trim(), url, line, column };
  }
  const at = head.indexOf(' ');
  if (at < 0) return { name: head, url: '', line, column };
  return { name: head.slice(0, at), url: head.slice(at + 1), line, column };
}

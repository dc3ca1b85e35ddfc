import { areaOfFile, areaOfSource } from '../source/fileArea.ts';
import { givenName, routeOfHandler } from '../routes/givenName.ts';
import type { IsolateLog } from '../log/isolateLog.ts';
import type { LogFunction } from '../log/logFunctions.ts';
import { scriptPath } from '../text/scriptPath.ts';
import type { ProfileFunction } from '../profile/profile.ts';
import type { ScriptPositions } from '../source/scriptPositions.ts';
import { loggedUrl } from '../source/scriptUrl.ts';

interface ResolvedFrame {
  function: number;
  line: number;
  column: number;
  exact: boolean;
}

/** Maps one isolate's functions and offsets to functions and lines of the profile. */
export class FunctionResolver {
  readonly #functions = new Map<number, number>();
  readonly #descriptions = new Map<number, ProfileFunction>();
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
      resolved = this.intern(this.#described(index));
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

  /** The text at an offset of the script that ran; empty if its text is not known. */
  textAt(index: number, offset: number, length: number): string {
    const script = this.scripts.get(this.log.code.functions[index]!.script);
    return script?.text.slice(offset, offset + length) ?? '';
  }

  #resolve(index: number, offset: number): ResolvedFrame {
    const resolved = this.function(index);
    const made = this.log.code.functions[index]!;
    const described = this.#described(index);
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
      const owner = { ...made, ...areaOfSource(at.file, script.file, this.workspaceFolders) };
      return { function: this.intern(owner), line: at.line, column: at.column, exact: true };
    }
    return { function: resolved, line: at.line, column: at.column, exact: true };
  }

  #described(index: number): ProfileFunction {
    let described = this.#descriptions.get(index);
    if (!described) {
      described = this.#describe(this.log.code.functions[index]!);
      this.#descriptions.set(index, described);
    }
    return described;
  }

  #describe(made: LogFunction): ProfileFunction {
    if (made.area !== null) {
      return { name: made.text, file: '', line: 0, column: 0, area: made.area, package: '' };
    }
    const script = this.scripts.get(made.script);
    const url = this.log.scripts.get(made.script)?.url;
    const logged = splitFunctionText(made.text, url === undefined ? null : loggedUrl(url));
    const file = scriptPath(logged.url);
    // A garbled line may give a start behind the end.
    if (!script || made.start < 0 || made.start >= script.text.length) {
      const where = { file, line: logged.line, column: logged.column };
      return {
        name: displayName(logged.name),
        ...where,
        ...areaOfFile(file, this.workspaceFolders),
      };
    }
    const at = script.at(made.start);
    return {
      name: functionName(script, made.start, logged.name),
      file: at.file,
      line: at.line,
      column: at.column,
      ...areaOfSource(at.file, script.file, this.workspaceFolders),
    };
  }
}

/** The name from the source map or V8, or one derived from the text (see givenName.ts). */
export function functionName(script: ScriptPositions, start: number, logged: string): string {
  const name = script.functionName(start) ?? logged;
  // Only the route tells a server's many handlers apart.
  if (name === 'handler') return routeOfHandler(script.source, start) ?? name;
  if (name !== '') return displayName(name);
  // V8 gives no name to the function that is the whole script.
  if (start === 0) return '(module)';
  const originalWord = (offset: number, word: string) => script.originalWord(offset, word);
  return givenName(script.source, start, originalWord) ?? displayName('');
}

function displayName(name: string): string {
  if (name === '<instance_members_initializer>') return '(class fields)';
  if (name === '<static_initializer>') return '(static block)';
  return name === '' ? '(anonymous)' : name;
}

/** Returns 0 for more than any file has. */
function position(digits: string | undefined): number {
  const value = Number(digits ?? 0);
  return value < 2 ** 28 ? value : 0;
}

/** Splits V8's `name url:line:column` by the script's url, as names and urls contain spaces. */
function splitFunctionText(
  text: string,
  url: string | null,
): { name: string; url: string; line: number; column: number } {
  const match = /^(.*):(\d+):(\d+)$/s.exec(text);
  const head = match?.[1] ?? text;
  const line = position(match?.[2]);
  const column = position(match?.[3]);
  if (url !== null && head.endsWith(url)) {
    return { name: head.slice(0, head.length - url.length).trim(), url, line, column };
  }
  const at = head.indexOf(' ');
  if (at < 0) return { name: head, url: '', line, column };
  return { name: head.slice(0, at), url: head.slice(at + 1), line, column };
}

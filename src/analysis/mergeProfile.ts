import type { TraceMap } from '@jridgewell/trace-mapping';
import { areaOfFile } from './fileArea.ts';
import { CallTree } from './callTree.ts';
import { Float64List, Int32List } from './growableArrays.ts';
import type { IsolateLog } from './isolateLog.ts';
import type { LogFunction } from './logFunctions.ts';
import { decodeLogText, scriptPath } from './logText.ts';
import { type Profile, type ProfileFunction, type ProfileIsolate } from './profile.ts';
import { ScriptPositions } from './scriptPositions.ts';
import type { SourceFiles } from './sourceFiles.ts';
import { loadSourceMap } from './sourceMap.ts';

export interface IsolateInput extends ProfileIsolate {
  log: IsolateLog;
  /** Added to the log's own microseconds it gives microseconds since the window's start. */
  windowOffsetMicros: number;
}

export interface MergeOptions {
  windowMs: number;
  intervalMicros: number;
  /** Folders whose files outside node_modules are the user's own. */
  workspaceFolders: string[];
  files: SourceFiles;
}

/** The window's samples of all isolates as one profile, on original positions. */
export async function mergeProfile(
  isolates: IsolateInput[],
  options: MergeOptions,
): Promise<Profile> {
  const merge = new ProfileMerge(options);
  for (const isolate of isolates) await merge.add(isolate);
  return merge.profile();
}

class ProfileMerge {
  readonly #functions: ProfileFunction[] = [];
  readonly #functionByKey = new Map<string, number>();
  readonly #frameByKey = new Map<number, number>();
  readonly #frameFunctions = new Int32List();
  readonly #frameLines = new Int32List();
  readonly #frameColumns = new Int32List();
  readonly #frameTiers = new Int32List();
  readonly #frameExact = new Int32List();
  readonly #tree = new CallTree();
  readonly #sampleNodes = new Int32List();
  readonly #sampleTimes = new Float64List();
  readonly #sampleIsolates = new Int32List();
  readonly #isolates: ProfileIsolate[] = [];
  readonly #deopts: Profile['deopts'] = [];
  readonly #sources = new Map<string, string>();
  readonly #notes = new Set<string>();
  readonly #maps = new Map<string, TraceMap | null>();

  constructor(private readonly options: MergeOptions) {}

  async add(isolate: IsolateInput): Promise<void> {
    const { log } = isolate;
    const index = this.#isolates.length;
    this.#isolates.push({ pid: isolate.pid, threadId: isolate.threadId, role: isolate.role });

    const windowMicros = this.options.windowMs * 1000;
    const wanted = new Uint8Array(log.tree.length);
    const first = this.#sampleNodes.length;
    for (let i = 0; i < log.sampleTimes.length; i++) {
      const time = log.sampleTimes.at(i) + isolate.windowOffsetMicros;
      if (time < 0 || time >= windowMicros) continue;
      const node = log.sampleNodes.at(i);
      this.#sampleNodes.push(node);
      this.#sampleTimes.push(time);
      this.#sampleIsolates.push(index);
      for (let up = node; up > 0 && wanted[up] === 0; up = log.tree.parents.at(up)) wanted[up] = 1;
    }

    const deopts = log.deopts
      .map((deopt) => ({ ...deopt, timeMicros: deopt.timeMicros + isolate.windowOffsetMicros }))
      .filter(({ timeMicros }) => timeMicros >= 0 && timeMicros < windowMicros);

    const resolver = new FunctionResolver(
      log,
      await this.#scripts(log, wanted, deopts),
      (made) => this.#functionIndex(made),
      this.options.workspaceFolders,
    );

    // A parent comes before its children, so one pass maps the whole tree.
    const nodes = new Int32Array(log.tree.length);
    for (let node = 1; node < nodes.length; node++) {
      if (wanted[node] === 0) continue;
      const frame = log.frames[log.tree.frames.at(node)]!;
      const at = resolver.frame(frame.function, frame.offset);
      nodes[node] = this.#tree.child(
        nodes[log.tree.parents.at(node)]!,
        this.#frame(at.function, at.line, at.column, frame.tier, at.exact),
      );
    }
    for (let i = first; i < this.#sampleNodes.length; i++) {
      const node = this.#sampleNodes.at(i);
      if (node >= 0) this.#sampleNodes.items[i] = nodes[node]!;
    }

    for (const deopt of deopts) {
      const site = resolver.frame(deopt.siteFunction, deopt.offset);
      this.#deopts.push({
        timeMicros: deopt.timeMicros,
        function: resolver.function(deopt.function),
        siteFunction: site.function,
        file: this.#functions[site.function]!.file,
        line: site.line,
        column: site.column,
        kind: deopt.kind,
        reason: deopt.reason,
      });
    }
  }

  profile(): Profile {
    return {
      functions: this.#functions,
      frames: {
        function: this.#frameFunctions.toArray(),
        line: this.#frameLines.toArray(),
        column: this.#frameColumns.toArray(),
        tier: Uint8Array.from(this.#frameTiers.toArray()),
        exact: Uint8Array.from(this.#frameExact.toArray()),
      },
      nodes: { parent: this.#tree.parents.toArray(), frame: this.#tree.frames.toArray() },
      samples: {
        node: this.#sampleNodes.toArray(),
        timeMicros: this.#sampleTimes.items.slice(0, this.#sampleTimes.length),
        isolate: Uint16Array.from(this.#sampleIsolates.toArray()),
      },
      isolates: this.#isolates,
      deopts: this.#deopts,
      sources: this.#sources,
      windowMs: this.options.windowMs,
      intervalMicros: this.options.intervalMicros,
      notes: [...this.#notes],
    };
  }

  /** The scripts that the wanted nodes and deopts lie in, with their source maps. */
  async #scripts(
    log: IsolateLog,
    wanted: Uint8Array,
    deopts: IsolateLog['deopts'],
  ): Promise<Map<number, ScriptPositions>> {
    const ids = new Set<number>();
    const addFunction = (index: number): void => {
      const { area, script } = log.functions[index]!;
      if (area === null && script >= 0) ids.add(script);
    };
    for (let node = 1; node < wanted.length; node++) {
      if (wanted[node] === 1) addFunction(log.frames[log.tree.frames.at(node)]!.function);
    }
    for (const deopt of deopts) {
      addFunction(deopt.function);
      addFunction(deopt.siteFunction);
    }
    const scripts = new Map<number, ScriptPositions>();
    for (const id of ids) {
      const script = log.scripts.get(id);
      if (!script) continue;
      const file = scriptPath(script.url);
      const text = decodeLogText(script.source);
      const positions = new ScriptPositions(
        file,
        text,
        file.startsWith('node:') ? null : await this.#map(file, text),
        this.options.workspaceFolders,
        this.options.files,
      );
      scripts.set(id, positions);
      for (const [original, content] of positions.contents()) {
        const { area } = areaOfFile(original, this.options.workspaceFolders);
        if (area === 'app') this.#sources.set(original, content);
      }
    }
    return scripts;
  }

  async #map(file: string, text: string): Promise<TraceMap | null> {
    // Another worker of a cluster runs the same file; generated code shares a name, not a text.
    const key = `${file}\0${text.length}`;
    let map = this.#maps.get(key);
    if (map === undefined) {
      const loaded = await loadSourceMap(file, text, this.options.files);
      if (typeof loaded === 'string') this.#notes.add(loaded);
      map = typeof loaded === 'string' ? null : loaded;
      this.#maps.set(key, map);
    }
    return map;
  }

  #functionIndex(made: ProfileFunction): number {
    const key = `${made.area}\0${made.file}\0${made.line}\0${made.column}\0${made.name}`;
    let index = this.#functionByKey.get(key);
    if (index === undefined) {
      index = this.#functions.push(made) - 1;
      this.#functionByKey.set(key, index);
    }
    return index;
  }

  #frame(fn: number, line: number, column: number, tier: number, exact: boolean): number {
    // Line below 2^28, function below 2^21: the key stays below 2^53.
    const key = (fn * 2 ** 28 + line) * 16 + tier * 2 + (exact ? 1 : 0);
    let frame = this.#frameByKey.get(key);
    if (frame === undefined) {
      frame = this.#frameFunctions.length;
      this.#frameFunctions.push(fn);
      this.#frameLines.push(line);
      this.#frameColumns.push(column);
      this.#frameTiers.push(tier);
      this.#frameExact.push(exact ? 1 : 0);
      this.#frameByKey.set(key, frame);
    }
    return frame;
  }
}

interface ResolvedFrame {
  function: number;
  line: number;
  column: number;
  exact: boolean;
}

/** Turns one isolate's functions and offsets into functions and lines of the profile. */
class FunctionResolver {
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
      resolved = this.intern(this.#describe(this.log.functions[index]!));
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
    const made = this.log.functions[index]!;
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

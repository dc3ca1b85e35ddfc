import type { TraceMap } from '@jridgewell/trace-mapping';
import { areaOfFile, areaOfSource } from '../source/fileArea.ts';
import { FunctionResolver } from './functionResolver.ts';
import { CallTree } from '../profile/callTree.ts';
import { Float64List, Int32List } from '../profile/growableArrays.ts';
import type { IsolateLog } from '../log/isolateLog.ts';
import { decodeLogText } from '../log/logText.ts';
import { NewerSources } from '../source/newerSources.ts';
import { foldersAround } from '../source/originalPath.ts';
import { icSitesOf, type IcWindow } from './mergeIcs.ts';
import {
  type Profile,
  type ProfileIcSite,
  type ProfileIsolate,
  type ProfileTierChanges,
} from '../profile/profile.ts';
import { ProfileTables } from '../profile/profileTables.ts';
import { ScriptPositions } from '../source/scriptPositions.ts';
import { mergedChanges, wantedChanges } from './mergeTierChanges.ts';
import { isEvaluated, namedFile, scriptFile } from '../source/scriptUrl.ts';
import type { SourceFiles } from '../source/sourceFiles.ts';
import { evaluatedMap } from '../source/evaluatedMap.ts';
import { loadSourceMap } from '../source/sourceMap.ts';

export interface IsolateInput extends ProfileIsolate {
  log: IsolateLog;
  /** Added to the log's microseconds, it gives microseconds since the window's start. */
  windowOffsetMicros: number;
  /** Its process ended before the window: without samples it is left out, not counted as idle. */
  hasEnded?: boolean;
  /** It only starts other processes, as npm does: without on-CPU samples it is left out. */
  isWrapper?: boolean;
}

export interface MergeOptions {
  windowMs: number;
  intervalMicros: number;
  /** When the target was started, by the system's clock. */
  startedAtMs: number;
  /** Folders whose files outside node_modules are the user's own. */
  workspaceFolders: string[];
  files: SourceFiles;
}

/**
 * Merges the window's samples of all isolates into one profile with original positions. Only nodes
 * that occur in the window are kept:
 *
 *     log of isolate 0 (offsets)    1 handler@120    2 handler@120 > parse@310    3 startup@7
 *     its samples in the window     2 2 1
 *     profile (original lines)      1 handler:9      2 handler:9 > parse:31
 *     its samples                   2 2 1
 *
 * Another isolate that ran the same stack gets the same nodes, whatever their numbers in its log.
 */
export async function mergeProfile(
  isolates: IsolateInput[],
  options: MergeOptions,
): Promise<Profile> {
  const merge = new ProfileMerge(options);
  for (const isolate of isolates) await merge.add(isolate);
  return merge.profile();
}

class ProfileMerge {
  readonly #tables = new ProfileTables();
  readonly #tree = new CallTree();
  readonly #sampleNodes = new Int32List();
  readonly #sampleTimes = new Float64List();
  readonly #sampleIsolates = new Int32List();
  readonly #isolates: ProfileIsolate[] = [];
  readonly #deopts: Profile['deopts'] = [];
  #icSites: ProfileIcSite[] | null = null;
  readonly #tierChanges: ProfileTierChanges[] = [];
  readonly #sources = new Map<string, string>();
  readonly #notes = new Set<string>();
  readonly #maps = new Map<string, TraceMap | null>();

  readonly #newer: NewerSources;

  constructor(private readonly options: MergeOptions) {
    this.#newer = new NewerSources(options.files, options.startedAtMs);
  }

  async add(isolate: IsolateInput): Promise<void> {
    const { log } = isolate;
    if (isolate.hasEnded && !this.#hasSamples(isolate, () => true)) return;
    if (isolate.isWrapper && !this.#hasSamples(isolate, (node) => node >= 0)) return;
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

    const changes = wantedChanges(
      log,
      this.#sampleNodes.items.subarray(first, this.#sampleNodes.length),
      deopts,
    );
    const sites = [...changes.values()].flatMap(({ sites }) => sites);

    const resolver = new FunctionResolver(
      log,
      await this.#scripts(log, wanted, [...deopts, ...sites]),
      (made) => this.#tables.function(made),
      this.options.workspaceFolders,
    );

    // A parent comes before its children, so one pass maps the whole tree.
    const nodes = new Int32Array(log.tree.length);
    const frames = new Int32Array(log.code.frames.length).fill(-1);
    const ranFunctions = new Set<number>();
    for (let node = 1; node < nodes.length; node++) {
      if (wanted[node] === 0) continue;
      const logged = log.tree.frames.at(node);
      if (frames[logged] === -1) {
        const { function: fn, offset, tier, inlined } = log.code.frames[logged]!;
        const at = resolver.frame(fn, offset);
        ranFunctions.add(fn);
        frames[logged] = this.#tables.frame(
          at.function,
          at.line,
          at.column,
          tier,
          at.exact,
          inlined,
        );
      }
      nodes[node] = this.#tree.child(nodes[log.tree.parents.at(node)]!, frames[logged]!);
    }
    for (let i = first; i < this.#sampleNodes.length; i++) {
      const node = this.#sampleNodes.at(i);
      if (node >= 0) this.#sampleNodes.items[i] = nodes[node]!;
    }

    this.#noteIcSites(isolate, resolver, { ranFunctions });

    for (const deopt of deopts) {
      const site = resolver.frame(deopt.siteFunction, deopt.offset);
      this.#deopts.push({
        timeMicros: deopt.timeMicros,
        function: resolver.function(deopt.function),
        siteFunction: site.function,
        file: this.#tables.functions[site.function]!.file,
        line: site.line,
        column: site.column,
        kind: deopt.kind,
        reason: deopt.reason,
        isolate: index,
      });
    }
    this.#tierChanges.push(
      ...mergedChanges(changes, resolver, index, isolate.windowOffsetMicros, windowMicros),
    );
  }

  #noteIcSites(
    { log, windowOffsetMicros }: IsolateInput,
    resolver: FunctionResolver,
    ran: Pick<IcWindow, 'ranFunctions'>,
  ): void {
    if (log.ics.sites.length === 0) return;
    const isolate = this.#isolates.length - 1;
    const windowMicros = this.options.windowMs * 1000;
    const window = { isolate, windowOffsetMicros, windowMicros, ...ran };
    this.#icSites ??= [];
    this.#icSites.push(...icSitesOf(log, resolver, this.#tables.functions, window));
  }

  #hasSamples(
    { log, windowOffsetMicros }: IsolateInput,
    counts: (node: number) => boolean,
  ): boolean {
    const end = this.options.windowMs * 1000;
    for (let i = 0; i < log.sampleTimes.length; i++) {
      const time = log.sampleTimes.at(i) + windowOffsetMicros;
      if (time >= 0 && time < end && counts(log.sampleNodes.at(i))) return true;
    }
    return false;
  }

  profile(): Profile {
    return {
      functions: this.#tables.functions,
      frames: this.#tables.frames(),
      nodes: { parent: this.#tree.parents.toArray(), frame: this.#tree.frames.toArray() },
      samples: {
        node: this.#sampleNodes.toArray(),
        timeMicros: this.#sampleTimes.items.slice(0, this.#sampleTimes.length),
        isolate: new Uint16Array(this.#sampleIsolates.toArray()),
      },
      isolates: this.#isolates,
      deopts: this.#deopts,
      ...(this.#icSites ? { icSites: this.#icSites } : {}),
      tierChanges: this.#tierChanges,
      sources: this.#sources,
      newerSources: this.#newer.files,
      windowMs: this.options.windowMs,
      intervalMicros: this.options.intervalMicros,
      notes: [...this.#newer.notes(this.options.workspaceFolders), ...this.#notes],
    };
  }

  /** Loads the scripts that contain the wanted nodes and deopts, with their source maps. */
  async #scripts(
    log: IsolateLog,
    wanted: Uint8Array,
    deopts: readonly { function: number; siteFunction: number }[],
  ): Promise<Map<number, ScriptPositions>> {
    const ids = new Set<number>();
    const addFunction = (index: number): void => {
      const { area, script } = log.code.functions[index]!;
      if (area === null && script >= 0) ids.add(script);
    };
    for (let node = 1; node < wanted.length; node++) {
      if (wanted[node] === 1) addFunction(log.code.frames[log.tree.frames.at(node)]!.function);
    }
    for (const deopt of deopts) {
      addFunction(deopt.function);
      addFunction(deopt.siteFunction);
    }
    const scripts = new Map<number, ScriptPositions>();
    for (const id of ids) {
      const script = log.scripts.get(id);
      if (!script) continue;
      const text = decodeLogText(script.source);
      const { files, workspaceFolders } = this.options;
      const file = namedFile(scriptFile(script.url, text), workspaceFolders, files);
      const positions = new ScriptPositions(
        file,
        text,
        file.startsWith('node:') ? null : await this.#map(file, text, isEvaluated(script.url)),
        foldersAround(file, workspaceFolders, files),
        files,
      );
      scripts.set(id, positions);
      for (const [original, content] of positions.sources()) {
        const { area } = areaOfSource(original, file, workspaceFolders);
        if (area !== 'app') continue;
        if (content !== null) this.#sources.set(original, content);
        await this.#newer.add(file, original, content);
      }
    }
    return scripts;
  }

  async #map(file: string, text: string, isFromText: boolean): Promise<TraceMap | null> {
    // Workers of a cluster run the same file. Generated code may share a name, but not a text.
    const key = `${file}\0${text.length}`;
    let map = this.#maps.get(key);
    if (map === undefined) {
      const { files, workspaceFolders } = this.options;
      const { area } = areaOfFile(file, workspaceFolders);
      const loaded =
        (await loadSourceMap(file, text, files)) ??
        (isFromText && area === 'app' ? evaluatedMap(file, text, await files.read(file)) : null);
      if (typeof loaded === 'string' && area === 'app') this.#notes.add(loaded);
      map = typeof loaded === 'string' ? null : loaded;
      this.#maps.set(key, map);
    }
    return map;
  }
}

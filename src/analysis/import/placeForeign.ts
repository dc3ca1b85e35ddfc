import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { CallTree } from '../profile/callTree.ts';
import type { Profile } from '../profile/profile.ts';
import { ProfileTables } from '../profile/profileTables.ts';
import type { SourceFiles } from '../source/sourceFiles.ts';
import type { ForeignProfile } from './foreignProfile.ts';
import { ForeignScripts, scriptFileOf } from './foreignScripts.ts';
import { ownFolders } from './ownFolders.ts';
import { PossibleInlines } from './possibleInlines.ts';
import { PlaceResolver } from './placeResolver.ts';

export interface ImportOptions {
  /** The user's own folders; derived from the files if there are none, or no file is in one. */
  workspaceFolders: readonly string[];
  files: SourceFiles;
  /** By the system's clock; files changed on disk later did not run. Absent: none were changed. */
  takenAtMs?: number;
  /** Whether inlined code is told apart, or nothing was inlined. Absent if unknown. */
  tellsInlined?: boolean;
}

export interface ImportedProfile extends Profile {
  origin: ProfileOrigin;
  /** The folders whose files count as the user's own. */
  workspaceFolders: string[];
  /**
   * On-CPU samples with a line outside the function they are attributed to. Their line is unknown.
   */
  misplacedSamples: number;
}

/** Merges threads of one run into a profile with original positions and the usual areas. */
export async function placeForeign(
  threads: readonly ForeignProfile[],
  origin: ProfileOrigin,
  options: ImportOptions,
): Promise<ImportedProfile> {
  const urls = new Map<string, string | undefined>();
  for (const { functions, scripts } of threads) {
    for (const { url } of functions) urls.set(url, urls.get(url) ?? scripts?.get(url));
  }
  const folders = ownFolders([...urls.keys()].map(scriptFileOf), options.workspaceFolders);
  const scripts = new ForeignScripts(options.files, folders, options.takenAtMs ?? Infinity);
  for (const [url, text] of urls) await scripts.read(url, text);
  const sampleCount = threads.reduce((sum, { samples }) => sum + samples.node.length, 0);
  const placing = new Placing(scripts, folders, options.tellsInlined === true, sampleCount);
  for (const thread of threads) placing.add(thread);
  const notes = new Set(threads.flatMap((thread) => thread.notes));
  return {
    ...placing.tables(),
    isolates: threads.map(({ isolate }) => isolate),
    deopts: [],
    sources: scripts.sources,
    newerSources: scripts.newerSources,
    windowMs: threads.reduce((longest, { windowMs }) => Math.max(longest, windowMs), 0),
    intervalMicros: threads[0]?.intervalMicros ?? 1000,
    origin,
    notes: [...scripts.notes(), ...notes],
    workspaceFolders: folders,
  };
}

class Placing {
  misplacedSamples = 0;
  readonly #tables = new ProfileTables();
  readonly #tree = new CallTree();
  readonly #samples: Profile['samples'];
  #sampleCount = 0;
  readonly #inlines: PossibleInlines | null;
  #threads = 0;

  constructor(
    private readonly scripts: ForeignScripts,
    private readonly folders: readonly string[],
    tellsInlined: boolean,
    sampleCount: number,
  ) {
    this.#samples = {
      node: new Int32Array(sampleCount),
      timeMicros: new Float64Array(sampleCount),
      isolate: new Uint16Array(sampleCount),
    };
    this.#inlines = tellsInlined ? null : new PossibleInlines(scripts.all);
  }

  add({ functions, frames, nodes, samples }: ForeignProfile): void {
    const resolver = new PlaceResolver(
      functions,
      this.scripts,
      this.#inlines,
      this.folders,
      (made) => this.#tables.function(made),
    );
    const frameOf = new Int32Array(frames.function.length).fill(-1);
    const misplaced = new Uint8Array(frames.function.length);
    const placed = new Int32Array(nodes.parent.length);
    for (let node = 1; node < placed.length; node++) {
      const frame = nodes.frame[node]!;
      if (frameOf[frame]! < 0) {
        const at = resolver.frame(
          frames.function[frame]!,
          frames.line[frame]!,
          frames.column[frame]!,
        );
        misplaced[frame] = at.isMisplaced ? 1 : 0;
        const tier = frames.tier?.[frame] ?? 0;
        frameOf[frame] = this.#tables.frame(at.function, at.line, at.column, tier, at.exact, false);
      }
      placed[node] = this.#tree.child(placed[nodes.parent[node]!]!, frameOf[frame]!);
    }
    const all = this.#samples;
    const first = this.#sampleCount;
    const count = samples.node.length;
    for (let i = 0; i < count; i++) {
      const node = samples.node[i]!;
      if (node > 0 && misplaced[nodes.frame[node]!] === 1) this.misplacedSamples++;
      all.node[first + i] = node < 0 ? -1 : placed[node]!;
    }
    all.timeMicros.set(samples.timeMicros.subarray(0, count), first);
    all.isolate.fill(this.#threads++, first, first + count);
    this.#sampleCount += count;
  }

  tables(): Pick<Profile, 'functions' | 'frames' | 'nodes' | 'samples'> & {
    misplacedSamples: number;
  } {
    // Such files don't say what was inlined.
    const { inlined: _, ...frames } = this.#tables.frames();
    return {
      functions: this.#tables.functions,
      frames,
      nodes: { parent: this.#tree.parents.toArray(), frame: this.#tree.frames.toArray() },
      samples: this.#samples,
      misplacedSamples: this.misplacedSamples,
    };
  }
}

import { realpathSync } from 'node:fs';
import type { Connection } from 'vscode-languageserver/node';
import { FlameModel } from '../../analysis/flame/flameModel.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import { normalPath } from '../../analysis/text/filePath.ts';
import { sourcesOrDisk } from '../../engine/profile/sourceOf.ts';
import type { AllocationsSummary } from '../../shared/allocationsWire.ts';
import { pathKey } from '../../shared/filePaths.ts';
import { findingsWithout, type FindingKind } from '../../shared/finding.ts';
import { sampledBytes, type AllocatingFunction, type MemoryReport } from '../../shared/memory.ts';
import type { Report } from '../../shared/report.ts';
import { folderOfReport } from '../../shared/reportSubject.ts';
import { uriOfPath } from '../core/fileUris.ts';
import { tellHost } from '../core/tellHost.ts';
import { commandTitle } from '../store/commandTitle.ts';

const maxFunctions = 500;

/** The allocations of a file's functions, and its text when they ran. */
export interface FileAllocations {
  functions: AllocatingFunction[];
  /** Null if it is not known. */
  text: string | null;
  memory: MemoryReport;
}

/** The last run of allocations of this session. It is shown beside the profile, and saved nowhere. */
export class CurrentAllocations {
  #report: (Report & { memory: MemoryReport }) | null = null;
  #profile: Profile | null = null;
  #model: FlameModel | null = null;
  #files = new Map<string, FileAllocations>();
  readonly #listeners: (() => void)[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly findingsOff: () => readonly FindingKind[],
  ) {}

  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The call tree of bytes; null if nothing is shown. */
  get model(): FlameModel | null {
    return this.#model;
  }

  /** Call it right after the run, before anybody edits its files. */
  async show(
    report: Report,
    profile: Profile | null,
    workspaceFolders: readonly string[],
  ): Promise<void> {
    const { memory } = report;
    if (!memory) return;
    const sourceOf = sourcesOrDisk(new Map(), workspaceFolders);
    const files = new Map<string, FileAllocations>();
    for (const each of memory.functions) {
      const key = pathKey(each.file);
      const file = files.get(key) ?? { functions: [], text: sourceOf(each.file), memory };
      file.functions.push(each);
      files.set(key, file);
    }
    this.#report = { ...report, memory };
    this.#profile = profile;
    this.#files = files;
    await this.tell();
  }

  async clear(): Promise<void> {
    if (!this.#report) return;
    this.#report = null;
    this.#profile = null;
    this.#files = new Map();
    await this.tell();
  }

  /** Null if nothing is allocated in the file, or nothing is shown. */
  of(path: string): FileAllocations | null {
    return this.#files.get(pathKey(path)) ?? this.#files.get(pathKey(realPath(path))) ?? null;
  }

  /** Also after a person has switched findings off or on. */
  async tell(): Promise<void> {
    this.#model = this.#flameModel();
    await tellHost(this.connection, 'allocationsChanged', { allocations: this.#summary() });
    for (const listener of this.#listeners) listener();
  }

  /** Null too if a request's bytes are not known, because a picture of shares alone would be taken for time. */
  #flameModel(): FlameModel | null {
    if (!this.#report || !this.#profile || sampledBytes(this.#report) === null) return null;
    const report = findingsWithout(this.#report, this.findingsOff());
    return new FlameModel(this.#profile, report, folderOfReport(report));
  }

  #summary(): AllocationsSummary | null {
    if (!this.#report) return null;
    const { target, memory, findings = [], takenAt } = this.#report;
    const shown = findingsWithout({ findings }, this.findingsOff());
    return {
      title: titleOf(target?.command ?? [], takenAt),
      memory,
      findings: shown.findings.map((each) => {
        return { ...each, uri: each.file === null ? null : uriOfPath(each.file), of: null };
      }),
      functions: memory.functions
        .slice(0, maxFunctions)
        .map((each) => ({ ...each, uri: uriOfPath(each.file) })),
    };
  }
}

function titleOf(command: string[], takenAt: string | undefined): string {
  const time = new Date(takenAt ?? Date.now());
  const two = (value: number) => String(value).padStart(2, '0');
  return `${commandTitle(command)} · ${two(time.getHours())}:${two(time.getMinutes())}`;
}

function realPath(path: string): string {
  try {
    return normalPath(realpathSync.native(path));
  } catch {
    // The file was deleted, or not saved yet.
    return path;
  }
}

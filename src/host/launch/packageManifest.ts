/** The part of a package.json that says how its server is started. */
export interface PackageManifest {
  name: string | null;
  scripts: Record<string, unknown>;
  /** The package's entry file, and the field that names it. */
  entry: { file: string; field: 'main' | 'exports' } | null;
  /** As written: `pnpm@9.1.0`. */
  packageManager: unknown;
  /** Patterns for the folders of workspace packages. */
  workspaces: string[];
  /** Why it can't be read; null if it was read or does not exist. */
  problem: string | null;
}

/** Never throws. `text` is null if there is no such file. */
export function readManifest(text: string | null): PackageManifest {
  const nothing: PackageManifest = {
    name: null,
    scripts: {},
    entry: null,
    packageManager: null,
    workspaces: [],
    problem: null,
  };
  if (text === null) return nothing;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...nothing, problem: `it is not JSON: ${reason}` };
  }
  if (!isRecord(parsed)) return nothing;
  const { name, scripts, packageManager, workspaces } = parsed;
  // Yarn 1 also allows an object with the patterns.
  const patterns = isRecord(workspaces) ? workspaces['packages'] : workspaces;
  return {
    name: textOrNull(name),
    scripts: isRecord(scripts) ? { ...scripts } : {},
    entry: entryOf(parsed),
    packageManager,
    workspaces: Array.isArray(patterns) ? patterns.filter((each) => typeof each === 'string') : [],
    problem: null,
  };
}

/**
 * The patterns of a pnpm-workspace.yaml: the list below `packages`, in either form of YAML lists.
 * Reads no other YAML.
 */
export function pnpmPatterns(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(^|\s)#.*$/, '').trimEnd());
  const start = lines.findIndex((line) => /^packages\s*:/.test(line));
  if (start < 0) return [];
  const rest = [lines[start]!.replace(/^packages\s*:/, ''), ...lines.slice(start + 1)];
  const end = rest.findIndex(
    (line, index) => index > 0 && /^[^\s-]/.test(line) && !/^\]/.test(line),
  );
  const value = (end < 0 ? rest : rest.slice(0, end)).join('\n').trim();
  const items = value.startsWith('[')
    ? value.slice(1).split(']')[0]!.split(',')
    : value.split('\n').flatMap((line) => /^\s*-\s+(.*)$/.exec(line)?.[1] ?? []);
  return items
    .map((item) => item.trim().replace(/^(['"])(.*)\1$/, '$2'))
    .filter((item) => item !== '');
}

function entryOf({ main, exports }: Record<string, unknown>): PackageManifest['entry'] {
  const named = textOrNull(main);
  if (named !== null) return { file: named, field: 'main' };
  const file = exportedFile(exports);
  return file === null ? null : { file, field: 'exports' };
}

/** The file that `exports` gives to Node.js: a path, one below `.`, or one below conditions. */
function exportedFile(exports: unknown): string | null {
  if (!isRecord(exports)) return textOrNull(exports);
  // Node.js takes the first condition that matches.
  for (const [name, value] of Object.entries(exports)) {
    if (!['.', 'node', 'import', 'require', 'module-sync', 'default'].includes(name)) continue;
    const file = exportedFile(value);
    if (file !== null) return file;
  }
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

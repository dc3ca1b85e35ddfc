import { join, relative, resolve, sep } from 'node:path';
import { pathBelow } from '../../shared/filePaths.ts';
import { configurationLaunch } from './configurationLaunch.ts';
import type { FoundLaunches, Launch, Unusable } from './launch.ts';
import {
  fileCommand,
  isJavaScript,
  isTypeScript,
  packageManager,
  type Exists,
} from './launchPrograms.ts';
import { readManifest, type PackageManifest } from './packageManifest.ts';
import { scriptLaunch, scriptRank, type ScriptPlace } from './scriptLaunch.ts';
import {
  packagesBelow,
  workspacePackages,
  type PackageSources,
  type WorkspacePackage,
} from './workspacePackages.ts';

export interface LaunchSources extends PackageSources {
  /** Absolute path of the workspace folder. */
  folder: string;
  manifest: string | null;
  /** The configurations of launch.json, unchecked. */
  configurations: readonly unknown[];
  activeFile: string | null;
  exists: Exists;
  /** Absolute paths of all workspace folders by name. */
  folders: Readonly<Record<string, string>>;
  environment: Readonly<Record<string, string | undefined>>;
  setting(name: string): unknown;
  platform: string;
}

/**
 * All ways to start a Node.js server of the folder, likeliest first: scripts, launch
 * configurations, `main`, scripts of workspace packages, the active file. Duplicates of a command
 * are dropped.
 */
export function findLaunches(sources: LaunchSources): FoundLaunches {
  const { folder } = sources;
  const manifest = readManifest(sources.manifest);
  const own = [
    ...scripts(manifest, { folder, label: '', declared: manifest.packageManager }, sources),
    ...sources.configurations.map((each) =>
      configurationLaunch(each, { ...sources, variables: sources }),
    ),
    mainFile(manifest.entry, sources),
  ].filter((each) => each !== null);
  const ofPackages = packageScripts(packagesOf(manifest, own.some(isLaunchFound), sources), {
    manifest,
    sources,
  });
  const found = [...own, ...ofPackages, activeFile(sources)].filter((each) => each !== null);
  const launches = found
    .filter(isLaunchFound)
    .filter((each, index, all) => all.findIndex((other) => isSameCommand(other, each)) === index);
  const unusable = found.filter((each): each is Unusable => !isLaunchFound(each));
  if (manifest.problem !== null) unusable.push({ label: 'package.json', why: manifest.problem });
  return { launches, unusable };
}

/** Searches for packages only if the folder names none and has no server of its own. */
function packagesOf(
  manifest: PackageManifest,
  hasOwn: boolean,
  sources: LaunchSources,
): WorkspacePackage[] {
  const named = workspacePackages(sources.folder, manifest, sources);
  return named.length > 0 || hasOwn ? named : packagesBelow(sources.folder, sources);
}

/** The package of the active file comes first, then those with the likeliest scripts. */
function packageScripts(
  packages: readonly WorkspacePackage[],
  { manifest, sources }: { manifest: PackageManifest; sources: LaunchSources },
): (Launch | Unusable)[] {
  const { activeFile: file } = sources;
  const isActive = ({ folder }: WorkspacePackage) =>
    file !== null && pathBelow(file, folder) !== null;
  return packages
    .flatMap((each) =>
      namedScripts(each.manifest).map((script) => ({ each, script, isActive: isActive(each) })),
    )
    .sort(
      (a, b) =>
        Number(b.isActive) - Number(a.isActive) ||
        scriptRank(a.script.name) - scriptRank(b.script.name),
    )
    .map(({ each, script }) => {
      const place = placeOf(each.manifest, {
        folder: each.folder,
        label: `${each.name}: `,
        declared: each.manifest.packageManager ?? manifest.packageManager,
        sources,
      });
      return scriptLaunch(script.name, script.text, place);
    })
    .filter((each) => each !== null);
}

/** Likeliest first. */
function scripts(
  manifest: PackageManifest,
  of: { folder: string; label: string; declared: unknown },
  sources: LaunchSources,
): (Launch | Unusable | null)[] {
  const place = placeOf(manifest, { ...of, sources });
  return namedScripts(manifest).map(({ name, text }) => scriptLaunch(name, text, place));
}

function placeOf(
  { scripts }: PackageManifest,
  {
    declared,
    sources: { exists, platform },
    ...of
  }: { folder: string; label: string; declared: unknown; sources: LaunchSources },
): ScriptPlace {
  const manager = packageManager(declared, of.folder, exists);
  return { ...of, scripts, manager, exists, platform };
}

function namedScripts({ scripts }: PackageManifest): { name: string; text: string }[] {
  return Object.entries(scripts)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, text]) => ({ name, text }))
    .sort((a, b) => scriptRank(a.name) - scriptRank(b.name));
}

/** The file of `main` or `exports`, else the one that `npm start` or `node .` falls back to. */
function mainFile(
  entry: PackageManifest['entry'],
  sources: LaunchSources,
): Launch | Unusable | null {
  const { folder, exists } = sources;
  const choices = entry
    ? [entry.file, `${entry.file}.js`, join(entry.file, 'index.js')]
    : ['server.js', 'index.js'];
  const files = choices.filter((each) => isJavaScript(each) || isTypeScript(each));
  const name = files.find((each) => exists(join(folder, each)));
  if (name === undefined) {
    if (!entry) return null;
    return {
      label: entry.file,
      why: `it is \`${entry.field}\` of package.json, and there is no such file (is it built?)`,
    };
  }
  const why = entry ? `\`${entry.field}\` of package.json` : `${name} of the folder`;
  return fileLaunch('main', name, join(folder, name), why, sources);
}

function activeFile(sources: LaunchSources): Launch | Unusable | null {
  const { activeFile: file, folder } = sources;
  if (file === null || pathBelow(file, folder) === null) return null;
  if (file.includes(`${sep}node_modules${sep}`)) return null;
  if (!isJavaScript(file) && !isTypeScript(file)) return null;
  return fileLaunch('file', relative(folder, file), file, 'the file in the editor', sources);
}

function fileLaunch(
  origin: 'main' | 'file',
  label: string,
  file: string,
  why: string,
  { folder, exists }: LaunchSources,
): Launch | Unusable {
  const found = fileCommand(relative(folder, file), folder, exists);
  if ('problem' in found) return { label, why: found.problem };
  const reasons = [why, found.why].filter((each) => each !== '');
  const { command } = found;
  const words = reasons.join(', ');
  return { origin, label, command, cwd: folder, env: {}, preLaunchTask: null, why: words };
}

function isLaunchFound(found: Launch | Unusable): found is Launch {
  return 'command' in found;
}

/** `node ./server.js` and `node /app/server.js` are the same in /app. */
function isSameCommand(a: Launch, b: Launch): boolean {
  const plain = ({ command, cwd, env, preLaunchTask }: Launch) =>
    JSON.stringify([absoluteFiles(command, cwd), cwd, env, preLaunchTask]);
  return plain(a) === plain(b);
}

function absoluteFiles(command: readonly string[], cwd: string): string[] {
  return command.map((word) =>
    isJavaScript(word) || isTypeScript(word) ? resolve(cwd, word) : word,
  );
}

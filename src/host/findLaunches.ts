import { join, relative, resolve, sep } from 'node:path';
import { configurationLaunch } from './configurationLaunch.ts';
import type { FoundLaunches, Launch, Unusable } from './launch.ts';
import {
  fileCommand,
  isJavaScript,
  isTypeScript,
  packageManager,
  type Exists,
} from './launchPrograms.ts';
import { scriptLaunch, scriptRank } from './scriptLaunch.ts';

/** What launches are found from. */
export interface LaunchSources {
  /** Absolute path of the workspace folder. */
  folder: string;
  /** Text of its package.json; null without one. */
  manifest: string | null;
  /** The configurations of launch.json, as they stand there. */
  configurations: readonly unknown[];
  /** Absolute path of the file in the active editor. */
  activeFile: string | null;
  exists: Exists;
  /** The text of a file; null where it can't be read. */
  readText(path: string): string | null;
  /** Absolute paths of all workspace folders by name. */
  folders: Readonly<Record<string, string>>;
  environment: Readonly<Record<string, string | undefined>>;
  /** The value of a setting; undefined without one. */
  setting(name: string): unknown;
  /** `process.platform` of the machine. */
  platform: string;
}

/**
 * Every way to start a Node.js server of the folder, likeliest first: scripts, launch
 * configurations, `main`, the active file. Two that come to the same command are one.
 */
export function findLaunches(sources: LaunchSources): FoundLaunches {
  const manifest = readManifest(sources.manifest);
  const found = [
    ...scripts(manifest, sources),
    ...sources.configurations.map((each) =>
      configurationLaunch(each, { ...sources, variables: sources }),
    ),
    mainFile(manifest.main, sources),
    activeFile(sources),
  ].filter((each) => each !== null);
  const launches = found
    .filter(isLaunchFound)
    .filter((each, index, all) => all.findIndex((other) => isSameCommand(other, each)) === index);
  const unusable = found.filter((each): each is Unusable => !isLaunchFound(each));
  if (manifest.problem !== null) unusable.push({ label: 'package.json', why: manifest.problem });
  return { launches, unusable };
}

interface Manifest {
  scripts: Record<string, unknown>;
  main: string | null;
  packageManager: unknown;
  problem: string | null;
}

function readManifest(text: string | null): Manifest {
  const nothing = { scripts: {}, main: null, packageManager: null, problem: null };
  if (text === null) return nothing;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...nothing, problem: `it is not JSON: ${reason}` };
  }
  if (typeof parsed !== 'object' || parsed === null) return nothing;
  const { scripts, main, packageManager } = parsed as Record<string, unknown>;
  return {
    scripts: typeof scripts === 'object' && scripts !== null ? { ...scripts } : {},
    main: typeof main === 'string' && main !== '' ? main : null,
    packageManager,
    problem: null,
  };
}

function scripts(
  { scripts: all, packageManager: declared }: Manifest,
  { folder, exists }: LaunchSources,
): (Launch | Unusable | null)[] {
  const manager = packageManager(declared, folder, exists);
  const place = { folder, scripts: all, manager, exists };
  return Object.entries(all)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, text], index) => ({ name, text, index }))
    .sort((a, b) => scriptRank(a.name) - scriptRank(b.name) || a.index - b.index)
    .map(({ name, text }) => scriptLaunch(name, text, place));
}

/** `main`, or the file that `npm start` falls back to. */
function mainFile(main: string | null, sources: LaunchSources): Launch | Unusable | null {
  const { folder, exists } = sources;
  const choices = main === null ? ['server.js'] : [main, `${main}.js`, join(main, 'index.js')];
  const files = choices.filter((each) => isJavaScript(each) || isTypeScript(each));
  const name = files.find((each) => exists(join(folder, each)));
  if (name === undefined) {
    if (main === null) return null;
    return {
      label: main,
      why: 'it is `main` of package.json, and there is no such file (is it built?)',
    };
  }
  const why = main === null ? 'server.js of the folder' : '`main` of package.json';
  return fileLaunch('main', name, join(folder, name), why, sources);
}

function activeFile(sources: LaunchSources): Launch | Unusable | null {
  const { activeFile: file, folder } = sources;
  if (file === null || !file.startsWith(folder + sep)) return null;
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

import { basename, dirname, extname, relative, sep } from 'node:path';

export interface LaunchVariables {
  /** Absolute path of the configuration's own workspace folder. */
  folder: string;
  /** Absolute paths of all workspace folders by name. */
  folders: Readonly<Record<string, string>>;
  activeFile: string | null;
  environment: Readonly<Record<string, string | undefined>>;
  setting(name: string): unknown;
  platform: string;
}

/** Why a configuration can't be used, as the end of a sentence about it. */
export class UnusableError extends Error {}

/** Replaces variables such as `${workspaceFolder}`. Throws UnusableError. */
export function substituteVariables(text: string, variables: LaunchVariables): string {
  return text.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
    const value = valueOf(name, variables);
    if (value !== null) return value;
    if (/^(input|command):/.test(name)) {
      throw new UnusableError(
        `it asks for \`${whole}\` at each start; write a value in its place, or type the command`,
      );
    }
    throw new UnusableError(`it uses \`${whole}\`, which has no value here`);
  });
}

function valueOf(variable: string, variables: LaunchVariables): string | null {
  const colon = variable.indexOf(':');
  if (colon < 0) return plainValue(variable, variables);
  const [name, argument] = [variable.slice(0, colon), variable.slice(colon + 1)];
  switch (name) {
    case 'workspaceFolder':
      return variables.folders[argument] ?? null;
    case 'env':
      // As in the debugger, a variable that is not set is empty.
      return variables.environment[argument] ?? '';
    case 'config': {
      const value = variables.setting(argument);
      return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null;
    }
    default:
      return null;
  }
}

function plainValue(name: string, variables: LaunchVariables) {
  const { folder, activeFile, environment, platform } = variables;
  switch (name) {
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'cwd':
      return folder;
    case 'workspaceFolderBasename':
      return basename(folder);
    case 'userHome':
      return environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? null;
    case 'pathSeparator':
    case '/':
      return sep;
    default:
      return activeFile === null ? null : fileValue(name, activeFile, folder);
  }
}

function fileValue(name: string, file: string, folder: string): string | null {
  switch (name) {
    case 'file':
      return file;
    case 'fileWorkspaceFolder':
      return folder;
    case 'relativeFile':
      return relative(folder, file);
    case 'relativeFileDirname':
      return relative(folder, dirname(file)) || '.';
    case 'fileBasename':
      return basename(file);
    case 'fileBasenameNoExtension':
      return basename(file, extname(file));
    case 'fileExtname':
      return extname(file);
    case 'fileDirname':
      return dirname(file);
    case 'fileDirnameBasename':
      return basename(dirname(file));
    default:
      return null;
  }
}

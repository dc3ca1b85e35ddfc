import type { Room, TestFile } from './testFiles.ts';

/** Why a test file is not run on a system other than Linux; null: it is. What is not named here is run. */
export function notRunOn(
  platform: NodeJS.Platform,
  { name, room }: Pick<TestFile, 'name' | 'room'>,
): string | null {
  if (platform === 'linux') return null;
  if (platform === 'win32') return windowsFiles[name] ?? windowsRooms[room] ?? null;
  return macRooms[room] ?? null;
}

const neverTried = 'never tried there';

const macRooms: Partial<Record<Room, string>> = { vscode: neverTried, shares: neverTried };

const windowsRooms: Partial<Record<Room, string>> = {
  process: 'finds processes in /proc, and sends signals; Wine has tests in test/long',
  webview: neverTried,
  vscode: neverTried,
  shares: neverTried,
};

const posixPaths = 'expects paths with slashes';
const specialFiles = 'makes pipes, links and modes, which Windows does not have';

export const windowsFiles: Record<string, string> = {
  'unit/cliArguments': posixPaths,
  'unit/cliTerminalReport': posixPaths,
  'unit/editorFiles': posixPaths,
  'unit/hostLaunches': posixPaths,
  'unit/processLabel': posixPaths,
  'unit/scenarioFile': posixPaths,
  'unit/whyHandlers': posixPaths,
  'unit/cliOutputFile': specialFiles,
  'unit/namedFolders': specialFiles,
  'unit/profileOpening': specialFiles,
  'unit/regularFile': specialFiles,
};

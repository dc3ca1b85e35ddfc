import { outputOf } from './outputOf.ts';

export interface WindowsProcess {
  pid: number;
  /** May have ended, and its id may belong to another process by now. */
  parent: number;
  /** On the system's clock; null if it is not told. */
  createdMs: number | null;
}

const powerShell = [
  '-NoProfile',
  '-Command',
  'Get-CimInstance Win32_Process -Property ProcessId,ParentProcessId,CreationDate | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $(if ($_.CreationDate) { ([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds() })" }',
];

/** All processes of a Windows machine; takes about a second. Empty if the system does not tell. */
export async function windowsProcesses(): Promise<WindowsProcess[]> {
  const found = processesInRows(await outputOf('powershell', powerShell));
  if (found.length > 0) return found;
  // Wine has no PowerShell, and recent Windows no wmic. wmic sorts its columns by name.
  return processesInRows(
    await outputOf('wmic', ['process', 'get', 'ProcessId,ParentProcessId']),
  ).map(({ pid, parent }) => ({ pid: parent, parent: pid, createdMs: null }));
}

/** Parses rows of two or three numbers: `pid parent created`. */
export function processesInRows(rows: string): WindowsProcess[] {
  // wmic writes UTF-16.
  return rows
    .replaceAll('\0', '')
    .split('\n')
    .flatMap((row) => {
      const [, pid, parent, created] = /^(\d+)\s+(\d+)(?:\s+(\d+))?\s*$/.exec(row.trim()) ?? [];
      if (pid === undefined) return [];
      const createdMs = created === undefined ? null : Number(created);
      return [{ pid: Number(pid), parent: Number(parent), createdMs }];
    });
}

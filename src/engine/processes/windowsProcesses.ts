import { outputOf } from './outputOf.ts';

export interface WindowsProcess {
  pid: number;
  /** The process that started it, which may have ended: then another may have its id by now. */
  parent: number;
  /** By the system's clock; null where it is not told. */
  createdMs: number | null;
}

const powerShell = [
  '-NoProfile',
  '-Command',
  'Get-CimInstance Win32_Process -Property ProcessId,ParentProcessId,CreationDate | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $(if ($_.CreationDate) { ([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds() })" }',
];

/** All processes of a Windows machine, in about a second; none where the system does not tell. */
export async function windowsProcesses(): Promise<WindowsProcess[]> {
  const found = processesInRows(await outputOf('powershell', powerShell));
  if (found.length > 0) return found;
  // Wine has no PowerShell, and Windows of late no wmic. Its columns are in order of their names.
  return processesInRows(
    await outputOf('wmic', ['process', 'get', 'ProcessId,ParentProcessId']),
  ).map(({ pid, parent }) => ({ pid: parent, parent: pid, createdMs: null }));
}

/** Rows of two or three numbers: `pid parent created`. */
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

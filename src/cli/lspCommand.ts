import { spawn } from 'node:child_process';

/**
 * `hotframe lsp`: runs the language server as a child with this process's standard streams, so that
 * the CLI is not between it and the editor. Gives its exit code.
 */
export function lspCommand(serverFile: string, argv: string[]): Promise<number> {
  const options = { stdio: 'inherit', windowsHide: true } as const;
  const child = spawn(process.execPath, [serverFile, ...argv], options);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => child.kill(name));
  }
  return new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => settle(code ?? 1));
  });
}

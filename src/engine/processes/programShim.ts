/**
 * Reads the scripts that npm, pnpm, yarn and corepack write for the programs of packages. They
 * can't be run themselves: Node.js starts no `.cmd` without a shell.
 */

/** The program that a shim starts; `path` is relative to the shim's folder. */
export type ShimmedProgram =
  { kind: 'script'; path: string; flags: string[] } | { kind: 'program'; path: string };

/**
 *     "%_prog%"  "%dp0%\..\tsx\dist\cli.mjs" %*                      npm, with SET "_prog=node"
 *     node  --no-warnings "%~dp0\..\tsx\dist\cli.mjs" %*             pnpm, yarn, corepack
 *     exec node  "$basedir/../tsx/dist/cli.mjs" "$@"                 the same for other shells
 *     "%dp0%\..\esbuild\bin\esbuild.exe"   %*                        a program of its own
 */
const started =
  /(?:^|[\s@&(])(?:(?<runner>node(?:\.exe)?|"%_prog%"|"[^"\n]*[\\/]node(?:\.exe)?")[ \t]+(?<flags>(?:-[^\s"%$]+[ \t]+)*))?"(?<folder>\$basedir[\\/]|%~?dp0%?[\\/]|(?=[A-Za-z]:[\\/]))(?<path>[^"\n%$]+)"[ \t]+(?:"\$@"|%\*)/g;

/** Null if the text is not such a script. */
export function readShim(text: string): ShimmedProgram | null {
  for (const { groups } of text.matchAll(started)) {
    const { runner, flags = '', path = '' } = groups ?? {};
    const ending = /\.\w+$/.exec(path)?.[0].toLowerCase() ?? '';
    if (runner === undefined) {
      if (ending === '.exe') return { kind: 'program', path };
      continue;
    }
    if (runner === '"%_prog%"' && !/^\s*SET "_prog=node"/im.test(text)) continue;
    return { kind: 'script', path, flags: flags.split(/[ \t]+/).filter(Boolean) };
  }
  return null;
}

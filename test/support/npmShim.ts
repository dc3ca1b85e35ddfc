/** The `.cmd` of a package's command, as npm writes it from version 7 on; without a runner for a program of its own. */
export const npmShim = (runner: string, start: string): string =>
  `@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0
${
  runner === ''
    ? start
    : `
IF EXIST "%dp0%\\${runner}.exe" (
  SET "_prog=%dp0%\\${runner}.exe"
) ELSE (
  SET "_prog=${runner}"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & ${start}`
}
`.replaceAll('\n', '\r\n');

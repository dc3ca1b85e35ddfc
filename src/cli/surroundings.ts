import type { TerminalOutput } from './terminal/terminalOutput.ts';

export interface Surroundings {
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** The folder of the built page's scripts and styles. */
  assetsFolder: string;
}

export function hasColour(output: TerminalOutput, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  return output.isTerminal && env['TERM'] !== 'dumb';
}

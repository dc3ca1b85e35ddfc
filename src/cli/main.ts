#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { benchCommand } from './benchCommand.ts';
import { compareCommand } from './compareCommand.ts';
import { lspCommand } from './lspCommand.ts';
import { measureCommand } from './measureCommand.ts';
import { openCommand } from './openCommand.ts';
import { attachCommand, runCommand } from './runCommand.ts';
import { type Surroundings } from './surroundings.ts';
import { TerminalOutput } from './terminal/terminalOutput.ts';

// Bundled as CommonJS into dist/, beside the page's assets and one level below package.json.
const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as {
  version: string;
};

/** Why standard output could not be written. */
let unwritten: NodeJS.ErrnoException | null = null;

process.stdout.on('error', (error: NodeJS.ErrnoException) => (unwritten ??= error));
process.stderr.on('error', () => undefined);

const stdout = new TerminalOutput(process.stdout);
const stderr = new TerminalOutput(process.stderr);

// Node.js would print errors outside of the command raw.
process.on('uncaughtException', endByDefect);

void main({
  stdout,
  stderr,
  env: process.env,
  cwd: process.cwd(),
  assetsFolder: join(__dirname, 'page'),
}).then(
  (exitCode) => end(exitCode),
  (error: unknown) => endByDefect(error),
);

async function main(surroundings: Surroundings): Promise<number> {
  const invocation = readArguments(process.argv.slice(2), version, surroundings.cwd);
  switch (invocation.kind) {
    case 'text':
      surroundings.stdout.write(invocation.text);
      return 0;
    case 'usage':
      surroundings.stderr.problem(invocation.message);
      return 2;
    case 'compare':
      return compareCommand(invocation.options, surroundings);
    case 'measure':
      return measureCommand(invocation.options, surroundings);
    case 'bench':
      return benchCommand(invocation.options, surroundings);
    case 'open':
      return openCommand(invocation.options, invocation.outputs, surroundings);
    case 'lsp':
      return lspCommand(join(__dirname, 'server.cjs'), invocation.arguments);
    case 'attach':
      return attachCommand(invocation.options, invocation.outputs, surroundings);
    case 'run':
      return runCommand(invocation.options, invocation.outputs, invocation.verbose, surroundings);
  }
}

function endByDefect(error: unknown): void {
  const what = error instanceof Error ? error.stack : String(error);
  stderr.problem(`a defect in Hotframe, please report it.\n${what}`);
  end(1);
}

/** Ends when all output is written, even if something would keep the process alive. */
function end(exitCode: number): void {
  process.exitCode = exitCode;
  stdout.write('', () => {
    // A reader that has closed the pipe (`hotframe … | head`) wanted no more.
    const isLost = unwritten !== null && !['EPIPE', 'EOF'].includes(unwritten.code ?? '');
    if (isLost) stderr.problem(`Standard output could not be written: ${unwritten?.message}.`);
    stderr.write('', () => process.exit(isLost ? 1 : exitCode));
  });
}

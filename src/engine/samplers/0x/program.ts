import { join } from 'node:path';
import profile from '0x';

/** The only argument of this program, as JSON. */
export interface ZeroEksOrder {
  node: string;
  /** V8's log is written here, and 0x's own folder beside it. */
  folder: string;
  /** Flags of Node.js, the script and its arguments. */
  argv: string[];
}

/**
 * This is a process of its own because 0x handles the signals of its process, starts the server
 * with that process's environment and folder, and writes to its output.
 */
const { node, folder, argv } = JSON.parse(process.argv[2] ?? '') as ZeroEksOrder;
process.env['NODE_OPTIONS'] = process.env['HOTFRAME_NODE_OPTIONS'];
delete process.env['HOTFRAME_NODE_OPTIONS'];

profile({
  argv,
  pathToNodeBinary: node,
  workingDir: folder,
  outputDir: join(folder, '0x'),
  collectOnly: true,
}).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

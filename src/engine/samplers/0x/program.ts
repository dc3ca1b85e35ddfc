import { join } from 'node:path';
import profile from '0x';

/** What 0x is to start: the only argument of this program, as JSON. */
export interface ZeroEksOrder {
  /** Node.js binary of the server. */
  node: string;
  /** Gets V8's log, and 0x's own folder beside it. */
  folder: string;
  /** Flags of Node.js, the script and its arguments. */
  argv: string[];
}

/**
 * A process of its own, since 0x listens to the signals of the process that it runs in, starts the
 * server with its environment and in its folder, and writes to its output.
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

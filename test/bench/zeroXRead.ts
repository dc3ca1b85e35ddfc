/** Reads the V8 log given as argument as 0x does, up to its ticks; it writes two files beside the log. */
import { createRequire } from 'node:module';

type ToTicks = (
  log: string,
  options: { pathToNodeBinary: string; collectDelay: number },
) => Promise<unknown[]>;

const require = createRequire(import.meta.url);
const toTicks = require('0x/lib/v8-log-to-ticks') as ToTicks;
const ticks = await toTicks(process.argv[2]!, {
  pathToNodeBinary: process.execPath,
  collectDelay: 0,
});
console.log(ticks.length);

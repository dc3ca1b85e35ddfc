import { join } from 'node:path';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { artifactPath } from '../artifacts.ts';
import { LogTail } from '../profile/logTail.ts';
import type { LaunchSampler } from './sampling.ts';
import { LogSampling } from './v8Log.ts';
import type { ZeroEksOrder } from './0x/program.ts';

const origin: ProfileOrigin = { sampler: '0x', tiers: true, lines: 'calls' };

/**
 * 0x starts the command and has V8 write its log into the run's folder, where it is read while it
 * grows; what 0x does with it after the server's end is not waited for.
 *
 *   0x/program.ts ─► node --prof … the command
 */
export const zeroEks: LaunchSampler = {
  name: '0x',
  needsExactLines: true,
  launch(command, env, { runFolder, intervalMicros, exactLines }) {
    const order: ZeroEksOrder = {
      node: command.file,
      folder: runFolder,
      argv: [
        ...command.before,
        `--prof-sampling-interval=${intervalMicros}`,
        // 0x itself asks for none of these: deoptimizations, and what they print kept off the output.
        '--log-deopt',
        '--redirect-code-traces',
        `--redirect-code-traces-to=${join(runFolder, 'code-traces.txt')}`,
        ...(exactLines ? ['--no-sparkplug'] : []),
        ...command.after,
      ],
    };
    const { NODE_OPTIONS: nodeOptions = '', ...others } = env;
    return {
      file: command.file,
      // Some of 0x's packages are of before warnings about their ways.
      arguments: ['--no-deprecation', artifactPath('0x/bin/program.cjs'), JSON.stringify(order)],
      // The preload is for the server, not for 0x.
      env: { ...others, HOTFRAME_NODE_OPTIONS: nodeOptions },
    };
  },
  environment: (env) => env,
  open: (runFolder) => new LogSampling(new LogTail(runFolder), origin),
};

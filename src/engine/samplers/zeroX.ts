import { join } from 'node:path';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { artifactPath } from '../programs/artifacts.ts';
import { LogTail } from '../profile/logTail.ts';
import type { LaunchSampler } from './sampling.ts';
import { LogSampling } from './v8Log.ts';
import type { ZeroEksOrder } from './0x/program.ts';

const origin: ProfileOrigin = { sampler: '0x', tiers: true, lines: 'calls' };

/**
 * 0x starts the command and lets V8 write its log to the run's folder, where it is read as it
 * grows. Nobody waits for what 0x does after the server's end.
 *
 *   0x/program.ts ─► node --prof … the command
 */
export const zeroX: LaunchSampler = {
  name: '0x',
  needsExactLines: true,
  launch(command, env, { runFolder, intervalMicros, exactLines }) {
    const order: ZeroEksOrder = {
      node: command.file,
      folder: runFolder,
      argv: [
        ...command.before,
        `--prof-sampling-interval=${intervalMicros}`,
        // 0x does not log deoptimizations by itself; redirecting keeps their traces off the output.
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
      // Some packages of 0x use deprecated APIs.
      arguments: ['--no-deprecation', artifactPath('0x/bin/program.cjs'), JSON.stringify(order)],
      env: { ...others, HOTFRAME_NODE_OPTIONS: nodeOptions },
    };
  },
  environment: (env) => env,
  open: (runFolder) => new LogSampling(new LogTail(runFolder), origin),
};

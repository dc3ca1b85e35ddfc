import type { Sampler } from '../../shared/profileOrigin.ts';
import { inspector } from './inspector.ts';
import type { LaunchSampler } from './sampling.ts';
import { v8Log } from './v8Log.ts';
import { zeroEks } from './zeroEks.ts';

/** Every way to sample what a run starts. */
export const launchSamplers: Readonly<Record<Sampler, LaunchSampler>> = {
  v8log: v8Log,
  '0x': zeroEks,
  inspector,
};

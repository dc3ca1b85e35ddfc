import type { Sampler } from '../../shared/profileOrigin.ts';
import { inspector } from '../samplers/inspector.ts';
import type { LaunchSampler } from '../samplers/sampling.ts';
import { v8Log } from '../samplers/v8Log.ts';
import { zeroX } from '../samplers/zeroX.ts';

export const launchSamplers: Readonly<Record<Sampler, LaunchSampler>> = {
  v8log: v8Log,
  '0x': zeroX,
  inspector,
};

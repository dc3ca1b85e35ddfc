/** The part of V8's CPU profile that is read here; times in microseconds. */
interface CpuProfile {
  nodes: object[];
  /** On the system's monotonic clock. */
  startTime: number;
  endTime: number;
  samples?: number[];
  timeDeltas?: number[];
}

/**
 * Cuts a CPU profile to the samples of a window, with times from the window's start; null if it has
 * none.
 *
 * V8 counts lines over the whole profile. Those counts are right only if little ran outside the
 * window, as when the profiler was started for it.
 */
export function cutCpuProfile(
  profile: CpuProfile,
  window: { startMicros: number; endMicros: number },
): CpuProfile | null {
  const { samples = [], timeDeltas = [], startTime } = profile;
  const cut: { id: number; micros: number }[] = [];
  let micros = startTime;
  for (const [at, id] of samples.entries()) {
    micros += timeDeltas[at] ?? 0;
    if (micros >= window.startMicros && micros < window.endMicros) cut.push({ id, micros });
  }
  if (cut.length === 0) return null;
  // V8 writes some samples late.
  cut.sort((a, b) => a.micros - b.micros);
  return {
    nodes: profile.nodes,
    startTime: 0,
    endTime: window.endMicros - window.startMicros,
    samples: cut.map(({ id }) => id),
    timeDeltas: cut.map(({ micros }, at) => micros - (cut[at - 1]?.micros ?? window.startMicros)),
  };
}

export function scriptUrls(profile: CpuProfile): Set<string> {
  const urls = profile.nodes.map(
    (node) => (node as { callFrame?: { url?: unknown } }).callFrame?.url,
  );
  return new Set(urls.filter((url): url is string => typeof url === 'string' && url !== ''));
}

export type { CpuProfile };

/** What of a CPU profile of V8 is read here; microseconds. */
interface CpuProfile {
  nodes: object[];
  /** On the system's monotonic clock. */
  startTime: number;
  endTime: number;
  samples?: number[];
  timeDeltas?: number[];
}

/**
 * A CPU profile with the samples of a window alone, its times counted from the window's start; null
 * where none are in it.
 *
 * V8's counts of lines are of the whole profile: they are right where nothing much ran outside the
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
  // V8 writes some late.
  cut.sort((a, b) => a.micros - b.micros);
  return {
    nodes: profile.nodes,
    startTime: 0,
    endTime: window.endMicros - window.startMicros,
    samples: cut.map(({ id }) => id),
    timeDeltas: cut.map(({ micros }, at) => micros - (cut[at - 1]?.micros ?? window.startMicros)),
  };
}

/** Urls of the scripts that its functions are in. */
export function scriptUrls(profile: CpuProfile): Set<string> {
  const urls = profile.nodes.map(
    (node) => (node as { callFrame?: { url?: unknown } }).callFrame?.url,
  );
  return new Set(urls.filter((url): url is string => typeof url === 'string' && url !== ''));
}

export type { CpuProfile };

import { ImportError, type ForeignProfile } from './foreignProfile.ts';
import { foreignFromCpuProfile } from './cpuProfile.ts';
import { finite, isCount, isRow, wholeNumber, type Row } from './readObject.ts';

/** The events of a trace, which may be wrapped in an object; null if the JSON is not a trace. */
export function traceEvents(json: unknown): readonly unknown[] | null {
  if (isRow(json)) return Array.isArray(json['traceEvents']) ? json['traceEvents'] : null;
  const isTrace = Array.isArray(json) && isRow(json[0]) && 'ph' in json[0];
  return isTrace ? json : null;
}

interface Thread {
  pid: number;
  nodes: Row[];
  samples: unknown[];
  timeDeltas: unknown[];
  startTime: number | null;
  endTime: number | null;
  /** For each node, how often each line was hit. */
  ticks: Map<unknown, Map<number, number>>;
}

/**
 * Reads the CPU profiles in a trace of Chrome or Node.js. V8 writes them in pieces: `Profile`
 * begins one, and each `ProfileChunk` adds nodes and samples.
 */
export function foreignFromTrace(events: readonly unknown[]): ForeignProfile[] {
  const threads = new Map<string, Thread>();
  for (const event of events) {
    if (!isRow(event) || (event['name'] !== 'Profile' && event['name'] !== 'ProfileChunk'))
      continue;
    const { args, pid, id } = event;
    const data = isRow(args) && isRow(args['data']) ? args['data'] : null;
    if (!data) continue;
    const key = `${String(pid)} ${String(id)}`;
    let thread = threads.get(key);
    if (!thread) threads.set(key, (thread = newThread(wholeNumber(pid))));
    addPiece(thread, data);
  }
  const used = [...threads.values()].filter(({ samples }) => samples.length > 0);
  if (used.length === 0) {
    throw new ImportError(
      'it is a trace without CPU samples: record it with the JavaScript profiler',
    );
  }
  return used.map((thread, index) =>
    foreignFromCpuProfile(
      {
        nodes: thread.nodes.map((node) => withTicks(node, thread.ticks.get(node['id']))),
        samples: thread.samples,
        timeDeltas: thread.timeDeltas,
        ...(thread.startTime === null ? {} : { startTime: thread.startTime }),
        ...(thread.endTime === null ? {} : { endTime: thread.endTime }),
      },
      { pid: thread.pid, threadId: index === 0 ? 0 : -1, role: index === 0 ? 'main' : 'worker' },
    ),
  );
}

function newThread(pid: number): Thread {
  return {
    pid: pid >= 0 && pid < 2 ** 31 ? pid : 0,
    nodes: [],
    samples: [],
    timeDeltas: [],
    startTime: null,
    endTime: null,
    ticks: new Map(),
  };
}

function addPiece(thread: Thread, data: Row): void {
  thread.startTime ??= finite(data['startTime']);
  const profile = isRow(data['cpuProfile']) ? data['cpuProfile'] : {};
  thread.endTime = finite(profile['endTime']) ?? finite(data['endTime']) ?? thread.endTime;
  const { nodes, samples } = profile;
  const deltas = data['timeDeltas'];
  if (Array.isArray(nodes)) for (const node of nodes) if (isRow(node)) thread.nodes.push(node);
  if (!Array.isArray(samples)) return;
  const lines: unknown = data['lines'] ?? profile['lines'];
  for (const [i, sample] of samples.entries()) {
    thread.samples.push(sample);
    thread.timeDeltas.push(Array.isArray(deltas) ? deltas[i] : 1000);
    const line: unknown = Array.isArray(lines) ? lines[i] : undefined;
    if (isCount(line) && line > 0) addTick(thread.ticks, sample, line);
  }
}

function addTick(ticks: Thread['ticks'], node: unknown, line: number): void {
  let lines = ticks.get(node);
  if (!lines) ticks.set(node, (lines = new Map()));
  lines.set(line, (lines.get(line) ?? 0) + 1);
}

function withTicks(node: Row, lines: Map<number, number> | undefined): Row {
  if (!lines) return node;
  return { ...node, positionTicks: [...lines].map(([line, ticks]) => ({ line, ticks })) };
}

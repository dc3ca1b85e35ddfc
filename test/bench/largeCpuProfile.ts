import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { largeProfile } from '../support/largeRun.ts';

/**
 * Writes a `.cpuprofile` of about `bytes` as V8 does: half of it nodes of a large server's tree of calls
 * with their ticks, half of it samples.
 */
export async function writeLargeCpuProfile(path: string, bytes: number): Promise<void> {
  // A node takes about 300 bytes.
  const { functions, frames, nodes, samples } = largeProfile(Math.round(bytes / 2 / 300));
  const out = createWriteStream(path);
  let written = 0;
  const write = async (text: string): Promise<void> => {
    written += text.length;
    if (!out.write(text)) await once(out, 'drain');
  };
  const children: number[][] = Array.from(nodes.parent, () => []);
  for (let node = 1; node < nodes.parent.length; node++) {
    children[nodes.parent[node]!]!.push(node + 1);
  }
  await write('{"nodes":[');
  for (let node = 0; node < nodes.parent.length; node++) {
    const frame = nodes.frame[node]!;
    const fn = frame < 0 ? null : functions[frames.function[frame]!]!;
    const line = frame < 0 ? 0 : frames.line[frame]!;
    const row = {
      id: node + 1,
      callFrame: {
        functionName: fn?.name ?? '(root)',
        scriptId: String(frame % 400),
        url: fn?.file.replace(/^\//, 'file:///') ?? '',
        lineNumber: (fn?.line ?? 0) - 1,
        columnNumber: (fn?.column ?? 0) - 1,
      },
      hitCount: 1,
      ...(children[node]!.length > 0 ? { children: children[node] } : {}),
      ...(line > 0 ? { positionTicks: [{ line, ticks: 1 }] } : {}),
    };
    await write(`${node === 0 ? '' : ','}${JSON.stringify(row)}`);
  }
  await write('],"startTime":1000000,"samples":[');
  // A sample and its distance take about 12 bytes.
  const count = Math.max(1000, Math.round((bytes - written) / 12));
  const list = async (valueOf: (i: number) => number): Promise<void> => {
    for (let i = 0; i < count; i += 10_000) {
      const length = Math.min(10_000, count - i);
      const values = Array.from({ length }, (_, k) => valueOf(i + k));
      await write(`${i === 0 ? '' : ','}${values.join(',')}`);
    }
  };
  await list((i) => samples.node[i % samples.node.length]! + 1);
  await write('],"timeDeltas":[');
  await list((i) => 950 + ((i * 37) % 100));
  await write(`],"endTime":${1_000_000 + count * 1000}}`);
  out.end();
  await once(out, 'finish');
}

/** A CPU profile as another program writes it: each script has the same time, all on its first line. */
export function profileOfScripts(urls: readonly string[]): object {
  const callFrame = { functionName: '', scriptId: '1', url: '', lineNumber: 0, columnNumber: 0 };
  const scripts = urls.map((url, at) => ({
    id: at + 2,
    callFrame: { ...callFrame, url },
    hitCount: 4,
    positionTicks: [{ line: 1, ticks: 4 }],
  }));
  const samples = scripts.flatMap(({ id }) => [id, id, id, id]);
  const root = {
    id: 1,
    callFrame: { ...callFrame, functionName: '(root)' },
    children: scripts.map(({ id }) => id),
  };
  return {
    nodes: [root, ...scripts],
    ...{ startTime: 0, endTime: samples.length * 1000, samples },
    timeDeltas: samples.map(() => 1000),
  };
}

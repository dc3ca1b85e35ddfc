export type SaveFormat = 'cpuprofile' | 'speedscope' | 'collapsed' | 'pprof' | 'html' | 'svg';

export interface SaveFormatText {
  format: SaveFormat;
  /** The name in a list to choose from. */
  title: string;
  /** The programs that read it, in a few words. */
  readers: string;
  /** File name suffixes, the usual one first; lower case, with the dot. */
  suffixes: readonly [string, ...string[]];
  /** Whether the file holds source text; all formats hold names and paths. */
  hasSource: boolean;
}

export const saveFormats: readonly SaveFormatText[] = [
  {
    format: 'cpuprofile',
    title: 'CPU profile',
    readers: 'Hotframe (with everything), Chrome DevTools, VS Code',
    suffixes: ['.cpuprofile'],
    hasSource: true,
  },
  {
    format: 'speedscope',
    title: 'speedscope',
    readers: 'speedscope.app, with what ran when',
    suffixes: ['.speedscope.json'],
    hasSource: false,
  },
  {
    format: 'pprof',
    title: 'pprof',
    readers: 'go tool pprof, Grafana Pyroscope',
    suffixes: ['.pb.gz', '.pprof'],
    hasSource: false,
  },
  {
    format: 'collapsed',
    title: 'Collapsed stacks',
    readers: 'flamegraph.pl, inferno and scripts, a line of text for each stack',
    suffixes: ['.collapsed', '.folded', '.txt'],
    hasSource: false,
  },
  {
    format: 'html',
    title: 'Web page',
    readers: 'any browser, with the flamegraph and the hot lines',
    suffixes: ['.html'],
    hasSource: true,
  },
  {
    format: 'svg',
    title: 'Picture',
    readers: 'documents and chats, with the flamegraph as a picture',
    suffixes: ['.svg'],
    hasSource: false,
  },
];

/** The format by a file's suffix; null if no format has it. */
export function saveFormatOf(path: string): SaveFormat | null {
  const name = path.toLowerCase();
  const found = saveFormats.find(({ suffixes }) => suffixes.some((each) => name.endsWith(each)));
  return found?.format ?? null;
}

/** `.cpuprofile, .speedscope.json … or .html` */
export function saveSuffixText(): string {
  const suffixes = saveFormats.flatMap((each) => each.suffixes);
  return `${suffixes.slice(0, -1).join(', ')} or ${suffixes.at(-1)}`;
}

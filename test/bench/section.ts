/** What a part has found: a heading, and figures with what they were. */
export interface Section {
  title: string;
  /** A figure that begins with a space belongs to the one above it. */
  figures: readonly (readonly [figure: string, words: string])[];
  /** Rows of the table in docs/benchmarks.md. */
  headlines?: readonly Headline[];
}

/** One figure of Hotframe's next to those of others. */
export interface Headline {
  what: string;
  own: string;
  others: string;
  wanted: string;
}

/** A section as the part prints it when it is done. */
export function sectionText({ title, figures }: Section, wide = 24): string {
  return [title, ...figures.map(([figure, words]) => `  ${figure.padEnd(wide)} ${words}`)].join(
    '\n',
  );
}

/** The table in docs/benchmarks.md, in Markdown. */
export function headlineTable(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ headlines = [] }) => headlines);
  return [
    '| | Hotframe | others, in the same run | wanted |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ what, own, others, wanted }) => `| ${what} | ${own} | ${others} | ${wanted} |`),
  ].join('\n');
}

/** All of a run as one table. */
export function sectionTable(sections: readonly Section[]): string {
  const wide = Math.max(
    0,
    ...sections.flatMap(({ figures }) => figures.map(([figure]) => figure.length)),
  );
  return sections.map((section) => sectionText(section, wide)).join('\n\n');
}

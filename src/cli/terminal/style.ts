import picocolors from 'picocolors';

/** How a report is laid out. */
export interface Style {
  columns: number;
  colours: ReturnType<typeof picocolors.createColors>;
  /** Paths are shown relative to it. */
  baseFolder: string;
}

export function createStyle(options: {
  columns: number;
  colour: boolean;
  baseFolder: string;
}): Style {
  return {
    columns: Math.min(160, Math.max(80, Math.floor(options.columns))),
    colours: picocolors.createColors(options.colour),
    baseFolder: options.baseFolder,
  };
}

export function heading(title: string, explanation: string, { colours }: Style): string {
  const tail = explanation === '' ? '' : `  ${colours.dim(explanation)}`;
  return `${colours.bold(title)}${tail}`;
}

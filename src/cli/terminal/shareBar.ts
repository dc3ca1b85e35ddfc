const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `columns` for shares from 0 to `full`, to an eighth of a column; not padded. */
export function shareBar(share: number, full: number, columns: number): string {
  if (!(share > 0) || !(full > 0)) return '';
  const parts = Math.max(1, Math.round(Math.min(1, share / full) * columns * 8));
  return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
}

/** Up to eight marks at round milliseconds from 0 to `totalMs`. */
export function marksOf(totalMs: number): number[] {
  if (!(totalMs > 0)) return [0];
  const rough = 10 ** Math.floor(Math.log10(totalMs / 8));
  const step = [1, 2, 5, 10].map((each) => each * rough).find((each) => totalMs / each <= 8)!;
  return Array.from({ length: Math.floor(totalMs / step + 1e-9) + 1 }, (_, i) =>
    Number((i * step).toPrecision(6)),
  );
}

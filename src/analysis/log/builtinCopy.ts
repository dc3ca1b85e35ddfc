/** V8's largest code ranges: 512 MB on x64, 128 MB on arm64. */
const codeRangeSizes = [512 * 2 ** 20, 128 * 2 ** 20];
/** V8 allocates code pages in multiples of this size. */
const pageSize = 2 ** 18;

/**
 * Computes where V8 runs its builtins from. Node.js 20 logs the builtins at their addresses in the
 * binary but runs a copy of them at the end of the isolate's code range, where calls to them are
 * short (`CodeRange::RemapEmbeddedBuiltins`). Without the copy, `--prof-process` of that line
 * leaves a third of the samples unaccounted. Later lines log the addresses of the copy itself.
 *
 * @param codeRange start of the isolate's code range
 * @returns possible offsets from a logged address to its copy; empty if the log has the copy's own
 */
export function builtinCopyOffsets(
  codeRange: number,
  firstStart: number,
  lastEnd: number,
): number[] {
  const insideRange = firstStart >= codeRange && firstStart < codeRange + codeRangeSizes[0]!;
  if (insideRange) return [];
  const size = Math.ceil((lastEnd - firstStart) / pageSize) * pageSize;
  return codeRangeSizes.map((rangeSize) => codeRange + rangeSize - size - firstStart);
}

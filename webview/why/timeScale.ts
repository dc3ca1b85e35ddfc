/** The warm-up's part of the width. It is fixed, because its length says nothing. */
const warmupPercent = 18;

/** Maps a moment to a percentage of the strip's width. The warm-up before the window has its own scale. */
export class TimeScale {
  readonly zero: number;

  constructor(
    /** The first moment, relative to the window's start: 0 or negative. */
    private readonly firstMs: number,
    private readonly windowMs: number,
  ) {
    this.zero = firstMs < 0 ? warmupPercent : 0;
  }

  percent(atMs: number): number {
    if (atMs < 0) return this.zero * (1 - Math.max(atMs, this.firstMs) / this.firstMs);
    return this.zero + ((100 - this.zero) * Math.min(atMs, this.windowMs)) / this.windowMs;
  }

  words(atMs: number): string {
    return momentText(atMs);
  }

  /** Up to seven ticks at round figures. */
  ticks(): { atMs: number; words: string }[] {
    const step = steps.find((each) => this.windowMs / each <= 6) ?? this.windowMs;
    const count = Math.floor(this.windowMs / step);
    return Array.from({ length: count + 1 }, (_, index) => ({
      atMs: index * step,
      words: `${(index * step) / 1000} s`,
    }));
  }
}

const steps = [
  50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000, 120_000, 300_000, 600_000,
];

/** `3.21 s` into the window, `−1.20 s` before it. */
export function momentText(atMs: number): string {
  const seconds = Math.abs(atMs / 1000).toFixed(2);
  return `${atMs < 0 && seconds !== '0.00' ? '−' : ''}${seconds} s`;
}

/** The samplers for a server that Hotframe starts or attaches to. */
export const samplers = ['v8log', '0x', 'inspector'] as const;
export type Sampler = (typeof samplers)[number];

/** The source of the samples, which decides what they hold. */
export interface ProfileOrigin {
  /** `imported`: a file that another program made. */
  sampler: Sampler | 'imported';
  /** The format of an imported file in words, for example `CPU profile of V8`. */
  format?: string;
  /** Whether each frame has the tier that ran. */
  tiers: boolean;
  /**
   * `calls`: every frame has the line that ran; `innermost`: only the top of the stack has, the others
   * their function's first; `functions`: every frame has its function's first line.
   */
  lines: 'calls' | 'innermost' | 'functions';
}

/** V8's own log has tiers and all lines. */
export const logOrigin: ProfileOrigin = { sampler: 'v8log', tiers: true, lines: 'calls' };

/** Wrong usage: one line for a person. */
export class UsageError extends Error {}

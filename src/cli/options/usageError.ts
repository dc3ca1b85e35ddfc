/** Wrong usage; the message is one line for a person. */
export class UsageError extends Error {}

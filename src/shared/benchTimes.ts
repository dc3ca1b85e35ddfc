/** How long a benchmark of a function loads the server, and how long processes may take in turn, unless a person says so. */
export const benchTimes = { durationS: 5, warmupS: 1, budgetS: 60 } as const;

/** Long enough that no noise of a busy machine is as long as a call. */
export const calls = [{ args: [Array.from({ length: 5000 }, (_, i) => i)] }];

/** Waits no longer than `waitMs`, then throws an Error with a sentence. */
export async function withDeadline<T>(
  promise: Promise<T>,
  waitMs: number,
  what: string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${what} did not answer within ${waitMs / 1000} s.`));
    }, waitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

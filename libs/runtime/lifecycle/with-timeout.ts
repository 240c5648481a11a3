/** Something waited for did not come in time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** What `work` gives, or TimedOut naming `what` after `milliseconds`; the work itself is not stopped. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

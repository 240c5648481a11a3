import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after so many milliseconds, or as soon as the signal aborts; never rejects. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** By the machine's timers. */
export const pause: Pause = (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined);

/** Something waited for did not come in time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** What `work` gives or throws, or `TimedOut` naming `what` after so many milliseconds; the work itself is not stopped, but `abandon` may. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, what: string, abandon?: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abandon?.();
      reject(new TimedOut(`${what} took longer than ${milliseconds} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What `work` gives or throws, or undefined after so many milliseconds; the work itself is not stopped. */
export async function orTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, milliseconds, undefined)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

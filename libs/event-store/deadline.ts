import { StoreUnavailable } from './event-store';

/** Waits at most `ms` milliseconds, then calls `abandon` and throws `StoreUnavailable`. */
export async function within<T>(ms: number, what: string, work: Promise<T>, abandon: () => void = () => undefined): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abandon();
      reject(new StoreUnavailable(`${what}: no answer within ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}

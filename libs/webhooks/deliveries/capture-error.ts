/** What a promise gave, or the error that it was rejected with. */
export type Captured<T> = { readonly value: T } | { readonly error: unknown };

/** Resolves with what the promise gives or with its error; is never rejected, so that one of many that fails does not end the others. */
export const captureError = <T>(promise: Promise<T>): Promise<Captured<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

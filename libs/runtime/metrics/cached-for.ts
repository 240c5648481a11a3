/** Gives what `work` gave, to everybody who asks while it runs and for so many milliseconds after it ended; a failure is not kept. */
export function cachedFor<T>(milliseconds: number, work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let known: { readonly value: T; readonly until: number } | undefined;
  return () => {
    if (known && performance.now() < known.until) return Promise.resolve(known.value);
    running ??= work()
      .then((value) => {
        known = { value, until: performance.now() + milliseconds };
        return value;
      })
      .finally(() => (running = undefined));
    return running;
  };
}

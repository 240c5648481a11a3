/**
 * Gives what `work` gave, to everybody who asks while it runs and for so many milliseconds after it ended, which may depend on what it gave; a
 * failure is not kept.
 */
export function cachedFor<T>(milliseconds: number | ((value: T) => number), work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let known: { readonly value: T; readonly until: number } | undefined;
  return () => {
    if (known && performance.now() < known.until) return Promise.resolve(known.value);
    running ??= work()
      .then((value) => {
        known = { value, until: performance.now() + (typeof milliseconds === 'number' ? milliseconds : milliseconds(value)) };
        return value;
      })
      .finally(() => (running = undefined));
    return running;
  };
}

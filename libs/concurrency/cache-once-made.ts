/** Makes something for the first who asks, and keeps it; a failure is his who asked, and the next one tries again. */
export function cacheOnceMade<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/**
 * The results in the order of the items, with at most `limit` works at once, begun in that order. After a failure the others may go on; it is
 * thrown when all that was begun has ended.
 */
export async function mapLimited<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const runWorker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1]);
  };
  const workers = await Promise.allSettled(Array.from({ length: limit }, runWorker));
  for (const { status, reason } of workers as PromiseRejectedResult[]) if (status === 'rejected') throw reason;
  return results;
}

import { setImmediate } from 'node:timers/promises';

interface Call<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A function whose calls share runs of `work`, one run at a time: those that begin in one turn of the event loop, or during a run, have the next one
 * together, `most` at most. `work` gives a result for each item, in their order; what it throws is thrown by each call of the run. Bound the work: who
 * calls during a run waits for its end.
 */
export function groupCalls<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  const waiting: Call<Item, Result>[] = [];
  let isRunning = false;

  const runAll = async (): Promise<void> => {
    isRunning = true;
    await setImmediate();
    while (waiting.length > 0) await run(waiting.splice(0, most));
    isRunning = false;
  };

  const run = async (calls: readonly Call<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(calls.map(({ item }) => item));
      if (results.length !== calls.length) throw new Error(`${results.length} results for ${calls.length} calls`);
      calls.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
}

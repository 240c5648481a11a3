import type { Turns } from './turns';

/** A mutex for each key over all tasks. */
export class PairMutex {
  private readonly held = new Set<string>();

  constructor(private readonly turns: Turns) {}

  seenBy(task: string) {
    const { turns, held } = this;
    return {
      runExclusive: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
        const touch = { writes: [`mutex ${key}`] };
        await turns.at(
          task,
          touch,
          () => held.add(key),
          () => !held.has(key),
        );
        try {
          return await work();
        } finally {
          await turns.at(task, touch, () => held.delete(key));
        }
      },
    };
  }
}

import type { EventStore } from '@pps/event-store';

/** A process has stopped: nothing of it comes any more. */
export class ProcessStopped extends Error {
  override readonly name = 'StoreUnavailable';
}

/** A log as a process has it that stops at its nth append, of which the store has nothing, or everything but the process no answer. */
export function storeOfProcess(store: EventStore, stopsAt: number, isWritten: boolean): EventStore {
  let appends = 0;
  return {
    ...store,
    async append(...work) {
      appends += 1;
      if (appends < stopsAt) return store.append(...work);
      if (appends === stopsAt && isWritten) await store.append(...work);
      throw new ProcessStopped('stopped');
    },
    async read(...work) {
      if (appends >= stopsAt) throw new ProcessStopped('stopped');
      return store.read(...work);
    },
  };
}

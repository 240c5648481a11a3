import type { EventStore } from '@pps/event-store';
import type { WriterLock } from '@pps/leases';

/** The same store, whose appends are noted by the lock of writers before anybody is told of them. */
export const withWriterLock = (store: EventStore, lock: Pick<WriterLock, 'noteAppend'>): EventStore => ({
  ...store,
  append: async (stream, facts, expected) => {
    const appended = await store.append(stream, facts, expected);
    await lock.noteAppend(appended.position);
    return appended;
  },
});

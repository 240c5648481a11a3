import type { EventStore, RecordedFact } from '@pps/event-store';
import type { WriterLock } from '@pps/leases';

/** The same store, whose lock of writers is told of every fact that was appended, before anybody else is, and of every one that was read of a stream. */
export const withWriterLock = (store: EventStore, lock: Pick<WriterLock, 'noteAppend' | 'noteSeen'>): EventStore => {
  const noteNewest = (fact: RecordedFact | null | undefined) => {
    if (fact) lock.noteSeen(fact.position);
  };
  return {
    ...store,
    append: async (stream, facts, expected) => {
      const appended = await store.append(stream, facts, expected);
      await lock.noteAppend(appended.position);
      return appended;
    },
    read: async (...question) => {
      const facts = await store.read(...question);
      noteNewest(facts.at(-1));
      return facts;
    },
    last: async (stream) => {
      const newest = await store.last(stream);
      noteNewest(newest);
      return newest;
    },
  };
};

import { openEventStore } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';

export interface RawAppends {
  /** One event of a pin's size to a stream of its own. */
  append(): Promise<void>;
  close(): Promise<void>;
}

/** Appends as the service makes them, with nothing around. */
export function rawAppends(eventStoreUrl: string): RawAppends {
  const store = openEventStore(eventStoreUrl);
  const metadata = { actor: { type: 'system' as const }, occurredAt: new Date().toISOString(), schemaVersion: 1 };
  const { data } = pinQueued();
  return {
    append: async () =>
      void (await store.append(`bench-${newId()}`, [{ id: newId(), type: 'BenchAppended', data, metadata }], 'no_stream')),
    close: () => store.close(),
  };
}

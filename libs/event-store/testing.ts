import { newId, type Fact } from '@pps/kernel';
import type { EventStore } from './event-store';
import { type LogIdentified, logStream } from './log.stream';
import type { RecordedFact } from './recorded-fact';
import { streamSamples, type StreamSamples } from './stream-samples';
import type { StreamType } from './stream-type';

export { openInMemoryEventStore } from './in-memory-event-store';
export { streamSamples, type Sample, type StreamSamples } from './stream-samples';

export type Counted = Fact<'Counted', { readonly by: number; readonly seen: number }>;

/** A new stream type for one spec: each fact says what its decision had seen. */
export const counterType = (): StreamType<number, Counted> => ({
  category: `counter_${newId().replaceAll('-', '')}`,
  decider: { initial: 0, evolve: (sum, fact) => sum + fact.data.by },
  facts: { Counted: 1 },
});

export const count = (seen: number): readonly Counted[] => [{ type: 'Counted', data: { by: 1, seen } }];

export const someone = { actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z' } as const;

export const recordedFact = (changes: Partial<RecordedFact> = {}): RecordedFact => ({
  id: newId(),
  stream: 'counter-1',
  revision: 0,
  position: 0n,
  type: 'Counted',
  data: { by: 1, seen: 0 },
  metadata: { ...someone, schemaVersion: 1 },
  recordedAt: new Date(0),
  ...changes,
});

/** A fake event store: rejects every call but the given ones. */
export function storeWith(parts: Partial<EventStore>): EventStore {
  const refuse = () => Promise.reject(new Error('not part of this spec'));
  return {
    append: refuse,
    read: refuse,
    last: refuse,
    head: refuse,
    identity: refuse,
    peekIdentity: refuse,
    subscribe: () => {
      throw new Error('not part of this spec');
    },
    close: () => Promise.resolve(),
    ...parts,
  };
}

const logSamples: readonly LogIdentified[] = [
  { type: 'LogIdentified', data: { logId: '0197a000-0000-7000-8000-000000000071' } },
  {
    type: 'LogIdentified',
    data: { logId: '0197a000-0000-7000-8000-000000000072', copiedFrom: '0197a000-0000-7000-8000-000000000071' },
  },
];

/** A sample of every shape ever written to the streams of the log itself. */
export const samples: readonly StreamSamples[] = [streamSamples(logStream, logSamples)];

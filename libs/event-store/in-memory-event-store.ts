import { ConditionVariable, linkAbort } from '@pps/concurrency';
import { newId } from '@pps/kernel';
import { setMaxListeners } from 'node:events';
import { setImmediate as nextRound } from 'node:timers/promises';
import { identifyLog, readLogIdentity } from './log-identity';
import { AppendRefused, StoreUnavailable, WrongRevision, type Appended, type EventStore } from './event-store';
import type { FactMetadata, NewFact, RecordedFact } from './recorded-fact';

const appendBytesAtMost = 1024 * 1024;
const pollMs = 30_000;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const systemMetadata: FactMetadata = { actor: { type: 'system' }, occurredAt: '1970-01-01T00:00:00.000Z', schemaVersion: 0 };

/** As written: every reader parses a copy. */
interface StoredFact extends Omit<RecordedFact, 'data' | 'metadata'> {
  readonly content: string;
}

/**
 * A log in memory, for specs whose point is not the real one. `event-store-contract.esdb.spec.ts` runs the same cases against it as against the real one.
 * Each answer takes a round of the event loop, so that a caller who asks without a pause starves nobody. `close` ends its subscriptions and
 * leaves what is written. `clock` says when a fact is recorded.
 */
export function openInMemoryEventStore(clock: () => Date = () => new Date()): EventStore {
  const log: StoredFact[] = [];
  const streams = new Map<string, StoredFact[]>();
  const news = new ConditionVariable();
  const closing = new AbortController();
  // Every reader of the log listens to it.
  setMaxListeners(0, closing.signal);

  const write = (stream: string, fact: NewFact): StoredFact => {
    const facts = streams.get(stream) ?? [];
    const coordinates = { stream, revision: facts.length, position: BigInt(log.length + 1), recordedAt: clock() };
    const stored = { id: fact.id, type: fact.type, content: contentOf(fact), ...coordinates };
    facts.push(stored);
    streams.set(stream, facts);
    log.push(stored);
    return stored;
  };
  // No real log is empty: it begins with events of the store itself.
  write('$system', { id: newId(), type: '$Begun', data: {}, metadata: systemMetadata });

  async function* subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<RecordedFact> {
    signal.throwIfAborted();
    const ending = linkAbort(signal);
    const end = () => ending.abort();
    const wake = () => news.notifyAll();
    closing.signal.addEventListener('abort', end);
    ending.signal.addEventListener('abort', wake);
    try {
      for (let next = Number(after ?? 0n); !ending.signal.aborted;) {
        const fact = log[next];
        if (fact) {
          next += 1;
          yield recorded(fact);
        } else await news.wait(pollMs);
      }
    } finally {
      closing.signal.removeEventListener('abort', end);
      ending.release();
    }
  }

  const append: EventStore['append'] = async (stream, facts, expected) => {
    await nextRound();
    refuseMalformed(stream, facts);
    const before = streams.get(stream) ?? [];
    const expectedRevision = expected === 'no_stream' ? -1 : expected;
    if (expectedRevision !== before.length - 1) return writtenBefore(stream, before, facts, expectedRevision);
    const written = facts.map((fact) => write(stream, fact)).at(-1);
    news.notifyAll();
    // What an append of nothing answers, too.
    return { revision: written?.revision ?? Math.max(0, expectedRevision), position: written?.position ?? 0n };
  };
  const read: EventStore['read'] = async (stream, fromRevision = 0, maxCount = Infinity) => {
    await nextRound();
    return (streams.get(stream) ?? []).slice(fromRevision, fromRevision + maxCount).map(recorded);
  };
  const firstEventId = async () => log[0]?.id ?? '';

  return {
    append,
    read,
    last: async (stream) => {
      await nextRound();
      const fact = streams.get(stream)?.at(-1);
      return fact ? recorded(fact) : null;
    },
    head: async () => {
      await nextRound();
      return BigInt(log.length);
    },
    identity: () => identifyLog({ append, read }, firstEventId),
    peekIdentity: async () => (await readLogIdentity({ read }))?.logId ?? (await firstEventId()),
    subscribe,
    close: async () => closing.abort(),
  };
}

const contentOf = ({ data, metadata }: NewFact): string => JSON.stringify({ data, metadata });

function recorded({ content, ...coordinates }: StoredFact): RecordedFact {
  return { ...coordinates, ...(JSON.parse(content) as Pick<RecordedFact, 'data' | 'metadata'>) };
}

function refuseMalformed(stream: string, facts: readonly NewFact[]): void {
  if (facts.some(({ id }) => !uuid.test(id))) throw new StoreUnavailable(`append to ${stream}: an event id is not a UUID`);
  const bytes = facts.reduce((sum, fact) => sum + Buffer.byteLength(contentOf(fact)), 0);
  if (bytes > appendBytesAtMost) throw new AppendRefused(`append to ${stream}: ${bytes} bytes, the most is ${appendBytesAtMost}`);
}

/** A repeat of what stands right after the expected revision is answered as the first time; anything else came too late. */
function writtenBefore(stream: string, before: readonly StoredFact[], facts: readonly NewFact[], expectedRevision: number): Appended {
  const there = before.slice(expectedRevision + 1, expectedRevision + 1 + facts.length);
  const last = there.at(-1);
  if (!last || facts.some(({ id }, index) => there[index]?.id !== id)) throw new WrongRevision(stream);
  return { revision: last.revision, position: last.position };
}

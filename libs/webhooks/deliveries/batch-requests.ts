import { mapLimited } from '@pps/concurrency';
import type { EventStore, RecordedFact } from '@pps/event-store';
import { outboxStream } from '../outbox/outbox.stream';
import type { Offer } from './offers.store';

/** What a promise gave, or the error that it was rejected with. */
export type Captured<T> = { readonly value: T } | { readonly error: unknown };

/** Resolves with what the promise gives or with its error; is never rejected, so that one of many that fails does not end the others. */
export const captureError = <T>(promise: Promise<T>): Promise<Captured<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** The facts by which deliveries were requested, by their sequence; undefined for one that is not there. */
export type FoundRequests = ReadonlyMap<number, Captured<RecordedFact | undefined>>;

const maxConcurrentReads = 8;
/** A read of a range may hold so many events for each that is wanted. */
const widestRange = 3;

/** The requests of one batch, each read once: those of neighbours with one read. One that cannot be read fails for itself. */
export class BatchRequests {
  private readonly known = new Map<number, RecordedFact | undefined>();
  /** Until a read fails: what made it fail may lie among those that are read ahead. */
  private readsAhead = true;

  constructor(private readonly store: Pick<EventStore, 'read'>) {}

  /** Those of these offers of one webhook. Where they have to be read, those of `next` are read with them, if one read gives all of them. */
  async find(offers: readonly Offer[], next: readonly Offer[]): Promise<FoundRequests> {
    const [{ webhookId } = { webhookId: '' }] = offers;
    const stream = `${outboxStream.category}-${webhookId}`;
    const wanted = sequencesOf(offers);
    const missing = wanted.filter((sequence) => !this.known.has(sequence));
    const failed = await this.read(stream, missing, sequencesOf(next));
    const found = (sequence: number) => failed.get(sequence) ?? { value: this.known.get(sequence) };
    return new Map(wanted.map((sequence) => [sequence, found(sequence)]));
  }

  /** Gives the errors by the sequences that they concern. */
  private async read(stream: string, missing: readonly number[], next: readonly number[]): Promise<FoundRequests> {
    if (missing.length === 0) return new Map();
    const ranges = this.readsAhead ? [[...missing, ...next], missing] : [missing];
    const range = ranges.find((sequences) => widthOf(sequences) <= sequences.length * widestRange);
    if (range && (await this.readRange(stream, range)).length === 0) return new Map();
    if (range) this.readsAhead = false;
    return new Map((await mapLimited(maxConcurrentReads, missing, (sequence) => this.readRange(stream, [sequence]))).flat());
  }

  private async readRange(stream: string, sequences: readonly number[]): Promise<(readonly [number, { readonly error: unknown }])[]> {
    const read = await captureError(this.store.read(stream, Math.min(...sequences) - 1, widthOf(sequences)));
    if ('error' in read) return sequences.map((sequence) => [sequence, read]);
    const bySequence = new Map(read.value.map((fact) => [fact.revision + 1, fact]));
    for (const sequence of sequences) this.known.set(sequence, bySequence.get(sequence));
    return [];
  }
}

/** A test has none. */
const sequencesOf = (offers: readonly Offer[]): number[] => offers.flatMap(({ sequence }) => (sequence > 0 ? [sequence] : []));

const widthOf = (sequences: readonly number[]): number => Math.max(...sequences) - Math.min(...sequences) + 1;

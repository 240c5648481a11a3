import type { NewFact, RecordedFact } from './recorded-fact';

export type ExpectedRevision = number | 'no_stream';

export interface Appended {
  readonly revision: number;
  readonly position: bigint;
}

export interface FactSubscription extends AsyncIterable<RecordedFact> {
  /**
   * The same facts in batches of at most `max`; a batch that is not full waits `gatherMs` milliseconds for more. Absent where the store gives them one
   * by one only: `inBatches` gathers those.
   */
  batches?(max: number, gatherMs: number): AsyncIterable<readonly RecordedFact[]>;
}

/** The log's port: everything above it is written against this and nothing else. */
export interface EventStore {
  /** Appends atomically; retries unknown outcomes with the same ids. Throws `WrongRevision`, `AppendRefused` or `StoreUnavailable` (as reads do: after 15 s, longer than an election). */
  append(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<Appended>;
  /** The stream's facts from a revision on, oldest first, all or at most so many; empty for an absent stream. Throws `StoreUnavailable`. */
  read(stream: string, fromRevision?: number, maxCount?: number): Promise<RecordedFact[]>;
  /** The stream's newest fact, or null for an absent stream. */
  last(stream: string): Promise<RecordedFact | null>;
  /** The position of the newest event of the whole log, system events included. */
  head(): Promise<bigint>;
  /** Names this log for as long as it lives; written to a stream of its own when it is first asked for. Throws `StoreUnavailable`. */
  identity(): Promise<string>;
  /** The same without writing: of a log that nobody has used since it has such a stream, the id of its first event. */
  peekIdentity(): Promise<string>;
  /** Every event after a position (null = from the beginning), live; throws when the connection drops, and ends or throws when `signal` aborts or the store is closed. */
  subscribe(after: bigint | null, signal: AbortSignal): FactSubscription;
  close(): Promise<void>;
}

/** Somebody else appended first. */
export class WrongRevision extends Error {
  override readonly name = 'WrongRevision';

  constructor(readonly stream: string) {
    super(`${stream} has moved on`);
  }
}

/** The log will never take this append as it is: too large, or malformed. */
export class AppendRefused extends Error {
  override readonly name = 'AppendRefused';
}

/** The log did not answer in time; whether the last append was written is unknown until it is retried with the same ids. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The log answers, but not to these credentials; waiting does not help. */
export class StoreAccessDenied extends StoreUnavailable {
  override readonly name: string = 'StoreAccessDenied';
}

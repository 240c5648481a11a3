import type { Fact } from '@pps/kernel';

export interface Actor {
  /** In whose name: a person, an API key, this service itself, or a third party that reported it. */
  readonly type: 'user' | 'api_key' | 'system' | 'platform' | 'payment_provider';
  /** The user's or key's id, or which part of the service acted. */
  readonly id?: string;
}

/** Who, where and why: travels as the metadata of every fact. Times are RFC 3339 in UTC. */
export interface FactMetadata {
  /** Absent where nobody's organization is concerned. */
  readonly organizationId?: string;
  /** Absent where no project is concerned. */
  readonly projectId?: string;
  /** Of the project; raised by a sandbox reset. */
  readonly epoch?: number;
  /** Who did it. */
  readonly actor: Actor;
  /** The HTTP request that caused it, as in the answer's `X-Request-Id`. */
  readonly requestId?: string;
  /** The same for everything that one request or first fact led to. */
  readonly correlationId?: string;
  /** Id of the fact that this one answers. */
  readonly causationId?: string;
  /** When it happened; the log's own `recordedAt` is when it was stored. */
  readonly occurredAt: string;
  /** Version of the shape of `data`. */
  readonly schemaVersion: number;
  /** Where something of `data` is sealed: shows by the keys of an export whether words are those that were sealed; absent in facts of releases before. */
  readonly wordsHash?: string;
}

/** One fact as the log holds it. */
export interface FactRecord<F extends Fact> {
  /** Unique in the log; a repeated append carries the same. */
  readonly id: string;
  /** `<category>-<id>` */
  readonly stream: string;
  /** Counts from 0 in its stream, without a gap. */
  readonly revision: number;
  /** Orders the whole log; opaque. */
  readonly position: bigint;
  /** What happened. */
  readonly type: F['type'];
  /** The particulars, as listed for each type. */
  readonly data: F['data'];
  /** `data` as it is stored, where some of it is sealed there; a reader's own, the log holds it once. */
  readonly storedData?: unknown;
  /** Of a fact with `metadata.wordsHash` that can be opened: the keys that prove its opened words, by their places. */
  readonly wordKeys?: () => Readonly<Record<string, string>>;
  /** Who, where and why. */
  readonly metadata: FactMetadata;
  /** When the log stored it, by its own clock. */
  readonly recordedAt: Date;
}

/** A fact as the log holds it; of a union of facts one record for each, so that a check of `type` narrows the type of `data`. */
export type RecordedFact<F extends Fact = Fact> = F extends Fact ? FactRecord<F> & F : never;

export interface NewFact {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: FactMetadata;
}
